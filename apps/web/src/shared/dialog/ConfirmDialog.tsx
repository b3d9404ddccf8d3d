import { lazyPart } from '../ui/lazy-part.tsx';

/** Asks before something happens that is hard to take back; stays open with the message when it fails. */
export const ConfirmDialog = lazyPart(() => import('./ConfirmDialogBody.tsx'), 'ConfirmDialogBody');
