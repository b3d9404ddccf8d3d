/// <reference lib="webworker" />
import { checkTemplate, expandTemplate, formModel, formState, planDeployment, toPrintable } from '@cloudwright/engine';
import type { Answer, Expanded, Job } from './jobs.ts';

// Evaluating a template belongs off the page's thread: a large one takes longer than a frame.
addEventListener('message', (event: MessageEvent<Job>) => {
  const job = event.data;
  let answer: Answer;
  try {
    answer = { id: job.id, value: run(job) };
  } catch (error) {
    answer = { id: job.id, error: error instanceof Error ? error.message : String(error) };
  }
  postMessage(answer);
});

function run(job: Job): unknown {
  switch (job.kind) {
    case 'form':
      return formModel(job.template, job.uiDefinition ? { createUiDefinition: job.uiDefinition } : {});
    case 'state':
      return formState(job.uiDefinition, job.values, job.context);
    case 'check':
      return checkTemplate(job.template);
    case 'expand':
      return expand(job);
  }
}

function expand(job: Extract<Job, { kind: 'expand' }>): Expanded {
  const expansion = expandTemplate(job.template, {
    parameters: job.parameters,
    context: job.context,
    loader: (address) => job.linked[address] ?? job.linked[address.replace(/^\.?\//, '')] ?? linkedByEnd(job.linked, address),
  });
  return {
    ok: expansion.ok,
    // What travels to the page is what may be shown: run-time values as their expressions, secrets as their names,
    // integers that a number can't hold as their digits.
    resources: expansion.resources.map((resource) => toPrintable(resource, 'text') as Expanded['resources'][number]),
    outputs: toPrintable(expansion.outputs, 'text') as Record<string, unknown>,
    edges: expansion.edges,
    waves: planDeployment(expansion).waves,
    diagnostics: expansion.diagnostics,
  };
}

/** `_artifactsLocation` makes an absolute address of a file that lies in the blueprint. */
function linkedByEnd(linked: Record<string, string>, address: string): string | undefined {
  const path = address.replace(/[?#].*$/, '');
  return Object.entries(linked).find(([name]) => path.endsWith(`/${name}`))?.[1];
}
