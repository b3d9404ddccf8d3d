import type { StepName, WizardDraft, WizardModel } from './draft.ts';

/** What every step of the wizard gets. */
export interface StepProps {
  draft: WizardDraft;
  model: WizardModel;
  change(part: Partial<WizardDraft>): void;
  /** What is wrong at a field that was left, or that kept the next step away. */
  errorOf(path: string): string | undefined;
  touch(path: string): void;
  goTo(step: StepName): void;
}
