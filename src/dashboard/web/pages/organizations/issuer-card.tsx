import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organization, OrganizationIssuer, SetOrganizationIssuer } from '../../api/schemas.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { answerQuery, useChange } from '../../api/transport/queries.ts';
import { Code } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Close, ConfirmDialog, DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { CheckboxFields, CopyField, SelectField, TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';
import { Card, DefinitionList } from '../../ui/layout/page.tsx';
import { Loaded } from '../../ui/states/notice.tsx';
import { ROLE_TITLES } from './roles.tsx';

/** The identity provider that an organization's members sign in with. */
export function IssuerCard({ organization }: { organization: Organization }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const query = useIssuer(organization.id);
  return (
    <Card
      title="Single sign-on"
      description="Use your own OpenID Connect provider for people with an email address in your verified domains."
      actions={
        query.data !== undefined && (
          <>
            <DialogButton
              isSmall
              text={query.data ? 'Change' : 'Set up'}
              dialog={<IssuerDialog organization={organization} issuer={query.data} />}
            />
            {query.data && (
              <Button isSmall onClick={() => setIsRemoving(true)}>
                Remove provider
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(issuer) =>
          issuer ? <IssuerDetails issuer={issuer} /> : <p className="text-muted">No identity provider yet.</p>
        }
      </Loaded>
      {isRemoving && (
        <Close value={() => setIsRemoving(false)}>
          <RemoveIssuerDialog organization={organization} />
        </Close>
      )}
    </Card>
  );
}

/** Null if the organization has none. */
function useIssuer(organizationId: string) {
  const { queryKey, queryFn } = answerQuery('get', '/v1/organizations/{organizationId}/issuer', {
    params: { path: { organizationId } },
  });
  return useQuery({
    queryKey,
    queryFn: async (context): Promise<OrganizationIssuer | null> => {
      try {
        return await queryFn(context);
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

function IssuerDetails({ issuer }: { issuer: OrganizationIssuer }) {
  const { roles, default_role, groups_claim, sign_up, sign_in_url } = issuer;
  const groups = Object.entries(roles).map(([group, role]) => `${group}: ${ROLE_TITLES[role]}`);
  return (
    <div className="space-y-4">
      <DefinitionList
        items={[
          { title: 'Issuer', value: <Code>{issuer.issuer}</Code> },
          { title: 'Client ID', value: <Code>{issuer.client_id}</Code> },
          { title: 'New users', value: sign_up ? 'Become members' : 'Need an invitation' },
          {
            title: 'Roles',
            value:
              groups_claim === null
                ? 'Managed in this organization'
                : `From ${groups_claim}. ${groups.join(', ') || 'No groups'}`,
          },
          { title: 'Default role', value: default_role === null ? 'None' : ROLE_TITLES[default_role] },
        ]}
      />
      <CopyField label="Sign-in link for your members" text={sign_in_url} />
    </div>
  );
}

function RemoveIssuerDialog({ organization }: { organization: Organization }) {
  return (
    <ConfirmDialog
      title="Remove the identity provider?"
      action="Remove"
      mutation={useChange('delete', '/v1/organizations/{organizationId}/issuer')}
      request={() => ({ params: { path: { organizationId: organization.id } } })}
      done="Identity provider removed."
    >
      Everybody who signed in with it is signed out. They stay members.
    </ConfirmDialog>
  );
}

type IssuerRole = NonNullable<SetOrganizationIssuer['default_role']>;

const ROLES: IssuerRole[] = ['viewer', 'developer', 'admin'];

interface IssuerDialogProps {
  organization: Organization;
  /** The current settings; null if there are none yet. */
  issuer: OrganizationIssuer | null;
}

function IssuerDialog({ organization, issuer }: IssuerDialogProps) {
  const set = useChange('put', '/v1/organizations/{organizationId}/issuer');
  return (
    <FormDialog
      title="Single sign-on"
      description="Register this service with your provider first, as a web application with this redirect URI."
      action="Save"
      mutation={set}
      request={(values) => ({
        params: { path: { organizationId: organization.id } },
        body: wanted(values, issuer),
      })}
      done="Identity provider set."
    >
      <CopyField
        label="Redirect URI"
        text={issuer?.redirect_uri ?? `${location.origin}/v1/sessions/oidc/${organization.id}/callback`}
      />
      <TextField
        name="issuer"
        label="Issuer"
        type="url"
        placeholder="https://login.example.com"
        defaultValue={issuer?.issuer}
        required
      />
      <TextField name="client_id" label="Client ID" defaultValue={issuer?.client_id} required />
      <TextField
        name="client_secret"
        label="Client secret"
        type="password"
        autoComplete="off"
        required={issuer === null}
        hint={issuer === null ? undefined : 'Leave it empty to keep the one for this issuer and client ID.'}
      />
      <CheckboxFields
        name="sign_up"
        label="New users"
        options={[
          {
            value: 'true',
            label: 'Become members at their first sign-in',
            isChecked: issuer?.sign_up ?? false,
          },
        ]}
      />
      <SelectField name="default_role" label="Default role" defaultValue={issuer?.default_role ?? ''}>
        <option value="">None: only people in a group below</option>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_TITLES[role]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="groups_claim"
        label="Groups claim"
        placeholder="groups"
        defaultValue={issuer?.groups_claim ?? undefined}
      />
      <TextAreaField
        name="roles"
        label="Group roles"
        placeholder={'weather-admins = admin\nplatform = developer'}
        hint="One group and its role per line."
        defaultValue={Object.entries(issuer?.roles ?? {})
          .map(([group, role]) => `${group} = ${role}`)
          .join('\n')}
      />
    </FormDialog>
  );
}

function wanted(values: FormValues, issuer: OrganizationIssuer | null): SetOrganizationIssuer {
  const secret = values.secret('client_secret');
  return {
    issuer: values.text('issuer'),
    client_id: values.text('client_id'),
    client_secret: secret === '' ? undefined : secret,
    scopes: issuer?.scopes ?? 'openid email profile',
    sign_up: values.get('sign_up') === 'true',
    default_role: (values.text('default_role') || null) as IssuerRole | null,
    groups_claim: values.text('groups_claim') || null,
    roles: rolesOf(values.text('roles')),
  };
}

/** Unknown roles aren't checked here; the service rejects them with an error at the field. */
function rolesOf(text: string): Record<string, IssuerRole> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf('=');
      return [line.slice(0, end).trim(), line.slice(end + 1).trim() as IssuerRole];
    }),
  );
}
