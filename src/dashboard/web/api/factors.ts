import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import { createPasskey } from './transport/passkeys.ts';

/** The account's second factors, and how many recovery codes are left. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: () => answerOf(api.GET('/v1/accounts/me/factors')),
});

/** Refetches everything, since a changed factor can grant or remove access to organizations and all their data. */
function useFactorsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries();
}

/** The response contains the secret, so it is kept only while the component that shows it is mounted. */
export function useAddTotp() {
  return useMutation({
    mutationFn: (name: string | undefined) =>
      answerOf(api.POST('/v1/accounts/me/factors/totp', { body: { name } })),
    gcTime: 0,
  });
}

/** The browser creates the passkey. The response may contain recovery codes, which aren't kept either. */
export function useAddPasskey() {
  const changed = useFactorsChanged();
  return useMutation({
    mutationFn: async (name: string | undefined) => {
      const { options } = await answerOf(api.POST('/v1/accounts/me/factors/passkey/options'));
      const credential = await createPasskey(options);
      return answerOf(api.POST('/v1/accounts/me/factors/passkey', { body: { name, credential } }));
    },
    gcTime: 0,
    onSuccess: changed,
  });
}

/** The response may contain recovery codes, which aren't kept either. */
export function useConfirmFactor(factorId: string) {
  const changed = useFactorsChanged();
  return useMutation({
    mutationFn: (code: string) =>
      answerOf(
        api.POST('/v1/accounts/me/factors/{factorId}/confirm', {
          params: { path: { factorId } },
          body: { code },
        }),
      ),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useRemoveFactor(factorId: string) {
  const changed = useFactorsChanged();
  return useMutation({
    mutationFn: () =>
      answerOf(api.DELETE('/v1/accounts/me/factors/{factorId}', { params: { path: { factorId } } })),
    onSuccess: changed,
  });
}

export function useCreateRecoveryCodes() {
  const changed = useFactorsChanged();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/v1/accounts/me/factors/recovery-codes')),
    gcTime: 0,
    onSuccess: changed,
  });
}
