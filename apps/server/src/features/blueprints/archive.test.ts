import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { archiveLimits, readZip } from './archive.ts';
import { sortPackage } from './package-files.ts';

const zip = (files: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]))));
const template = '{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","resources":[]}';

describe('blueprint archives', () => {
  it('give their text files by path and leave pictures and scripts out', async () => {
    const files = await readZip(zip({ 'lab/azuredeploy.json': template, 'lab/nested/vm.json': '{}', 'lab/logo.png': 'x', 'lab/run.sh': 'x', 'lab/README.md': '# Lab' }));
    expect([...files.keys()]).toEqual(['lab/azuredeploy.json', 'lab/nested/vm.json', 'lab/README.md']);
  });

  it.each(['../evil.json', 'a/../../evil.json', '/etc/evil.json', 'C:\\evil.json'])('are refused with the path %s', async (path) => {
    await expect(readZip(zip({ [path]: '{}' }))).rejects.toMatchObject({ code: 'archive_path' });
  });

  it('are refused when a small file unpacks to a huge one', async () => {
    const bomb = zip({ 'azuredeploy.json': template, 'zeros.bin': new Uint8Array(40 * 2 ** 20) });
    expect(bomb.length).toBeLessThan(2 ** 20);
    await expect(readZip(bomb)).rejects.toMatchObject({ code: 'archive_bomb' });
  });

  it('are refused when they hold too many files, or too much in all', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}.json`, '{}']));
    await expect(readZip(zip(many), { ...archiveLimits, entries: 20 })).rejects.toMatchObject({ code: 'archive_bomb' });
    await expect(readZip(zip(many), { ...archiveLimits, totalBytes: 40 })).rejects.toMatchObject({ code: 'archive_bomb' });
  });

  it('are refused when they lie about a size', async () => {
    const lying = zip({ 'azuredeploy.json': 'a'.repeat(5000) });
    // The declared size stands in the central directory, 24 bytes after its signature.
    lying.writeUInt32LE(10, lying.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    await expect(readZip(lying)).rejects.toMatchObject({ code: 'archive_invalid' });
  });

  it('are refused when they are no archive or too large', async () => {
    await expect(readZip(Buffer.from('PK nonsense'))).rejects.toMatchObject({ code: 'archive_invalid' });
    await expect(readZip(Buffer.alloc(100), { ...archiveLimits, uploadBytes: 50 })).rejects.toMatchObject({ code: 'archive_too_large' });
  });
});

describe('packages', () => {
  it('are sorted into main template, linked files, defaults, form, metadata and readme', () => {
    const sorted = sortPackage(new Map([
      ['lab/nested/azuredeploy.json', template], ['lab/azuredeploy.json', template],
      ['lab/azuredeploy.parameters.json', '{"parameters":{"size":{"value":"S"},"key":{"value":"GEN-SSH-PUB-KEY"},"vault":{"reference":{}}}}'],
      ['lab/createUiDefinition.json', '{"ui":1}'], ['lab/metadata.json', '{"itemDisplayName":"Lab"}'], ['lab/README.md', '# Lab'],
    ]));
    expect(sorted).toEqual({
      mainPath: 'lab/azuredeploy.json', main: template, linked: { 'nested/azuredeploy.json': template },
      parameterDefaults: { size: 'S' }, uiDefinition: '{"ui":1}', metadata: { itemDisplayName: 'Lab' }, readme: '# Lab',
    });
  });

  it('take the only deployment template whatever its name, and none of two', () => {
    expect(sortPackage(new Map([['x.json', template], ['notes.json', '{}']]))?.mainPath).toBe('x.json');
    expect(sortPackage(new Map([['x.json', template], ['y.json', template]]))).toBeUndefined();
    expect(sortPackage(new Map([['README.md', '# none']]))).toBeUndefined();
  });
});
