import { useEffect } from 'react';

const unsaved = new Set<symbol>();

/** True while some form on the page holds typed but unsaved values. */
export const hasUnsavedWork = (): boolean => unsaved.size > 0;

/** Marks the page as holding unsaved work while `isDirty`; the browser then asks before it leaves. */
export function useUnsavedWork(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const mark = Symbol('unsaved');
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(mark);
    addEventListener('beforeunload', warn);
    return () => {
      unsaved.delete(mark);
      removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);
}
