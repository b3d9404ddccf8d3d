import { expect, test } from 'vitest';
import { submittedTemplate } from './submission.ts';

test('a template that asks where it was loaded from gets the address of its blueprint, for a cloud that got it whole (R-BP-04)', () => {
  const content = JSON.stringify({
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: { _artifactsLocation: { type: 'string', defaultValue: '[deployment().properties.templateLink.uri]' } },
    variables: { text: 'deployment().properties.templateLink.uri' },
    resources: [],
  });
  const template = submittedTemplate({ template: { content, linked: {} } } as unknown as Parameters<typeof submittedTemplate>[0], {});
  expect(template).toMatchObject({
    parameters: { _artifactsLocation: { defaultValue: "['https://blueprint.invalid/azuredeploy.json']" } },
    variables: { text: 'deployment().properties.templateLink.uri' },
  });
});

test('an integer of 64 bits keeps its digits on the way to the cloud (R-BP-04)', () => {
  const content = '{"$schema":"","contentVersion":"1.0.0.0","resources":[],"outputs":{"n":{"type":"int","value":9223372036854775807}}}';
  const template = submittedTemplate({ template: { content, linked: {} } } as unknown as Parameters<typeof submittedTemplate>[0], {});
  expect(JSON.stringify(template)).toBe(content);
});
