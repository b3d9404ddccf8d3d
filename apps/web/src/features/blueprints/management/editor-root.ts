import type { Theme } from '@mui/material/styles';

/**
 * Where an editor lives. CodeMirror writes its rules into a style element, which the page's security policy refuses;
 * inside a shadow root it adopts a style sheet instead, and that is allowed.
 */
export const editorRoot = (host: HTMLElement): ShadowRoot => host.shadowRoot ?? host.attachShadow({ mode: 'open' });

/** The library colours words for white paper; on the dark ground the same colours are turned over. For the host and for the words. */
export const wordColours = (theme: Theme) => ({ '--word-filter': 'none', ...theme.applyStyles('dark', { '--word-filter': 'invert(1) hue-rotate(180deg)' }) });
export const wordRule = { '.cm-line span:not([class*=cm-])': { filter: 'var(--word-filter)' } };
