/**
 * Where an editor lives. CodeMirror writes its rules into a style element, which the page's security policy refuses;
 * inside a shadow root it adopts a style sheet instead, and that is allowed.
 */
export const editorRoot = (host: HTMLElement): ShadowRoot => host.shadowRoot ?? host.attachShadow({ mode: 'open' });
