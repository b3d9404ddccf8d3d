import { lazyPart } from '../../shared/ui/lazy-part.tsx';

// Forms are heavier than the pages that open them.
const load = () => import('./dialogs.tsx');
export const AssignDialog = lazyPart(load, 'AssignDialog');
export const DeleteDialog = lazyPart(load, 'DeleteDialog');
export const ShareDialog = lazyPart(load, 'ShareDialog');
