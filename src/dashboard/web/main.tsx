import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/transport/query-client.ts';
import { router } from './router.tsx';
import { applyTheme } from './shell/theme.ts';
import { Toasts } from './ui/dialogs/toast.tsx';
import './styles.css';

applyTheme();

// The document's loading indicator stays until it is known whether the user is signed in.
await router.load();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
