import { messageOf } from '../api/http.ts';

export interface Toast {
  message: string;
  severity: 'success' | 'error' | 'info';
  key: number;
}

let show: ((toast: Toast) => void) | undefined;
let count = 0;

/** Where toasts go while the portal is mounted. */
export function onToast(listener: typeof show): () => void {
  show = listener;
  return () => {
    show = undefined;
  };
}

/** A short note about something that has just happened; errors of row actions end here. */
export function toast(message: string, severity: Toast['severity'] = 'success'): void {
  count += 1;
  show?.({ message, severity, key: count });
}

export const toastError = (error: unknown): void => toast(messageOf(error), 'error');
