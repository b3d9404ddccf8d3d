import { ThemeProvider } from '@mui/material/styles';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/http.ts';
import { theme } from '../ui/theme.ts';
import { TextInput } from './fields.tsx';
import { FormDialog } from './FormDialog.tsx';
import { contractResolver } from './resolver.ts';
import { hasUnsavedWork } from './unsaved.ts';

interface Values {
  name: string;
  email: string;
  roleId: string;
}
const onSubmit = vi.fn();
const onClose = vi.fn();

function Invite({ error = null }: { error?: Error | null }) {
  const form = useForm<Values>({
    resolver: contractResolver(async () => (await import('@cloudwright/contract/users')).userEndpoints.inviteCreate.body),
    defaultValues: { name: '', email: '', roleId: '00000000-0000-4000-8000-00000000000b' },
  });
  return (
    <ThemeProvider theme={theme}>
      <FormDialog title="Invite" submit="Send" form={form} onSubmit={(values) => onSubmit(values)} pending={false} error={error} onClose={onClose}>
        <TextInput control={form.control} name="name" label="Name" required />
        <TextInput control={form.control} name="email" label="E-mail" required />
      </FormDialog>
    </ThemeProvider>
  );
}

describe('a form in a dialog', () => {
  it('judges by the contract’s schema, says what is wrong at the field and focuses the first', async () => {
    render(<Invite />);
    await userEvent.type(screen.getByRole('textbox', { name: /E-mail/ }), 'not an address');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.map((alert) => alert.textContent)).toEqual(['Required', 'Invalid email address']);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Name/ }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
  it('sends what the schema made of the values', async () => {
    render(<Invite />);
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), ' Dana ');
    await userEvent.type(screen.getByRole('textbox', { name: /E-mail/ }), 'Dana@Alpine.example');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ name: 'Dana', email: 'dana@alpine.example' })));
  });
  it('puts the server’s messages at their fields and keeps what was typed', async () => {
    const view = render(<Invite />);
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'Dana');
    view.rerender(<Invite error={new ApiError(409, { code: 'conflict', message: 'Taken', details: [{ field: 'email', message: 'Already invited' }] })} />);
    expect((await screen.findByRole('alert')).textContent).toBe('Already invited');
    expect((screen.getByRole('textbox', { name: /Name/ }) as HTMLInputElement).value).toBe('Dana');
  });
  it('shows what belongs to no field on top', async () => {
    render(<Invite error={new ApiError(503, { code: 'unavailable', message: 'Try later' })} />);
    expect((await screen.findByRole('alert')).textContent).toBe('Try later');
  });
  it('asks before it throws away what was typed', async () => {
    render(<Invite />);
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'D');
    expect(hasUnsavedWork()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalled();
  });
});
