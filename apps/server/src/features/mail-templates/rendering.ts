import type { Engine as MjmlEngine } from 'mrml';
import { Liquid } from 'liquidjs';
import sanitizeHtml from 'sanitize-html';
import type { MailSource, MailVariable } from './defaults.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** A source is broken: in which field, at which line (1 = the first). */
export class MailSourceError extends Error {
  readonly field: 'subject' | 'html' | 'text';
  readonly line: number;
  constructor(field: MailSourceError['field'], line: number, message: string) {
    super(message);
    this.field = field;
    this.line = line;
  }
}

const escaping = liquid('escape');
const plain = liquid();

/** Variables are escaped by default, and `raw` can't switch that off: no value ever becomes markup. */
function liquid(outputEscape?: 'escape'): Liquid {
  const limits = { parseLimit: 200_000, renderLimit: 500, memoryLimit: 5_000_000 };
  const engine = new Liquid({ ...(outputEscape ? { outputEscape } : {}), strictVariables: true, strictFilters: true, ownPropertyOnly: true, dynamicPartials: false, ...limits });
  engine.registerFilter('raw', (value: unknown) => value);
  return engine;
}

/**
 * A mail of a source and its variables. HTML is sanitized after rendering: no scripts, no forms, no frames.
 * Throws MailSourceError when the source is broken.
 */
export async function renderMail(source: MailSource, variables: Partial<Record<MailVariable, string>>): Promise<RenderedMail> {
  const html = fill(escaping, source.html, variables, 'html');
  return {
    // A line break in a value must not start a mail header of its own.
    subject: fill(plain, source.subject, variables, 'subject').replaceAll(/[\r\n]+/g, ' ').trim(),
    html: sanitize(source.format === 'mjml' ? await fromMjml(html) : html),
    text: fill(plain, source.text, variables, 'text'),
  };
}

function fill(engine: Liquid, text: string, variables: object, field: MailSourceError['field']): string {
  try {
    return engine.parseAndRenderSync(text, variables) as string;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MailSourceError(field, Number(/line:(\d+)/.exec(message)?.[1] ?? 1), (message.split(', line:')[0] ?? message).trim());
  }
}

let mjml: MjmlEngine | null = null;

async function fromMjml(source: string): Promise<string> {
  // A WebAssembly module: loaded when the first mail needs it, not at every start.
  mjml ??= new (await import('mrml')).Engine();
  const result = mjml.toHtml(source);
  if (result.type === 'success') return result.content;
  const position = 'details' in result && 'position' in result.details ? result.details.position.start : 0;
  throw new MailSourceError('html', source.slice(0, position).split('\n').length, result.message);
}

const tags = [
  'html', 'head', 'body', 'title', 'meta', 'style', 'div', 'span', 'p', 'a', 'b', 'strong', 'i', 'em', 'u', 's', 'br', 'hr', 'img', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'center', 'small', 'sub', 'sup',
];
const sanitize = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: tags,
    allowVulnerableTags: true, // style: mails have no other place for media queries; url() in it is cut below
    allowedAttributes: {
      '*': ['style', 'class', 'align', 'valign', 'width', 'height', 'bgcolor', 'background', 'border', 'cellpadding', 'cellspacing', 'role', 'dir', 'lang', 'colspan', 'rowspan', 'title'],
      a: ['href', 'name', 'target', 'rel'],
      img: ['src', 'alt'],
      meta: ['name', 'content', 'charset'],
    },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowedSchemesByTag: { img: ['https', 'data', 'cid'] },
    parseStyleAttributes: false,
    exclusiveFilter: (frame) => frame.tag === 'meta' && 'http-equiv' in frame.attribs,
  }).replaceAll(/<style[^>]*>[\s\S]*?<\/style>/gi, (style) => style.replaceAll(/@import[^;]*;?|url\s*\([^)<]*\)?|expression\s*\([^)<]*\)?/gi, ''));
