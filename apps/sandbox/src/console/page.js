// The console page: one view a tab, read from the same JSON that tests use.
const panel = document.getElementById('panel');
const tabs = document.getElementById('tabs');

async function call(method, path, body) {
  const response = await fetch(path, { method, ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) });
  const data = await response.json();
  if (!response.ok) throw new Error(data.error ?? response.statusText);
  return data;
}

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children.filter((child) => child !== undefined && child !== null));
  return node;
}
const heading = (text) => element('h2', { textContent: text });
const note = (text) => element('p', { className: 'note', textContent: text });
const button = (text, onclick, className = '') => element('button', { type: 'button', textContent: text, onclick, className });
const code = (text) => element('code', { textContent: text ?? '' });
const chip = (text, kind = '') => element('span', { className: `chip ${kind}`, textContent: text });
const time = (text) => (text ? element('time', { dateTime: text, textContent: text.replace('T', ' ').slice(0, 19), title: text }) : '');

/** A table in its card; on a phone each row becomes a list, so cells carry their column's name. */
function table(title, columns, rows, empty) {
  if (!rows.length) return element('div', { className: 'card' }, element('p', { className: 'empty', textContent: empty }));
  const head = element('tr', {}, ...columns.map(([name]) => element('th', { textContent: name, scope: 'col' })));
  const body = rows.map((row) => element('tr', {}, ...columns.map(([name, cell]) => {
    const value = cell(row) ?? '';
    const node = element('td', { className: value === '' ? 'void' : '' }, value instanceof Node ? value : String(value));
    node.dataset.label = name;
    return node;
  })));
  const card = element('div', { className: 'card', tabIndex: 0 }, element('table', {}, element('thead', {}, head), element('tbody', {}, ...body)));
  card.setAttribute('role', 'region');
  card.setAttribute('aria-label', title);
  return card;
}

const figures = (pairs) => element('dl', { className: 'figures' }, ...pairs.map(([name, value]) => element('div', {}, element('dt', { textContent: name }), element('dd', { textContent: String(value) }))));

const field = (label, properties) => {
  const { options, ...rest } = properties;
  const input = element(options ? 'select' : 'input', rest);
  if (options) input.append(...options.map(([value, text]) => element('option', { value, textContent: text })));
  return element('label', {}, label, input);
};

const stateChip = (state) => (state ? chip(state, { Succeeded: 'good', Failed: 'bad', Canceled: '' }[state] ?? 'busy') : '');
const statusChip = ({ status, code: name }) => chip(`${status}${name ? ` ${name}` : ''}`, status < 400 ? 'good' : 'bad');

/** Ready-made faults: what people want most often, one press away. */
const presets = [
  ['429 for a minute', { kind: 'throttle', retryAfter: 5, seconds: 60 }],
  ['503 for a minute', { kind: 'error', status: 503, seconds: 60 }],
  ['Every fifth request 500', { kind: 'error', status: 500, rate: 0.2 }],
  ['Two seconds slower', { kind: 'latency', latency: 2000 }],
];
const describeFault = ({ kind, latency, status, retryAfter, rate }) => {
  const what = kind === 'latency' ? `${latency ?? 1000} ms slower` : kind === 'throttle' ? `429, Retry-After ${retryAfter ?? 1} s` : `${status ?? 503}${retryAfter === undefined ? '' : `, Retry-After ${retryAfter} s`}`;
  return rate === undefined ? what : `${what}, ${Math.round(rate * 100)} % of the requests`;
};
const left = ({ count, until }, now) => [count === undefined ? '' : `${count} more`, until ? `${Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 1000))} s` : ''].filter(Boolean).join(', ') || 'until removed';

const switchTitles = { accessTokenSeconds: 'Life of access tokens (s)', refreshTokenSeconds: 'Life of refresh tokens (s)', linkedTemplates: 'Fetch linked templates', accessControl: 'Enforce roles' };

const pages = {
  Directories: async () => {
    const state = await call('GET', '/state');
    document.getElementById('cloud').textContent = `${state.cloud} · ${state.addresses.tls}`;
    const nameOf = (id) => state.directories.find((row) => row.id === id)?.displayName ?? id;
    const resources = state.subscriptions.reduce((sum, row) => sum + row.resources, 0);
    return [
      figures([['Accounts', state.accounts.length], ['Subscriptions', state.subscriptions.length], ['Resources', resources], ['Mails', state.mails], ['Internal errors', state.internalErrors], ['Speed', state.speed ?? 'jumps'], ['Clock', state.now.replace('T', ' ').slice(0, 19)]]),
      heading('Directories'), table('Directories', [['Name', (row) => row.displayName], ['Domain', (row) => row.domain], ['Id', (row) => code(row.id)]], state.directories, 'No directory.'),
      heading('Accounts'), note('The password for scripts is "sandbox"; in a browser nobody asks for one.'),
      table('Accounts', [['Name', (row) => row.name], ['Sign-in name', (row) => code(row.upn)], ['Home', (row) => nameOf(row.home)], ['Guest in', (row) => Object.keys(row.objectIds).filter((id) => id !== row.home).map(nameOf).join(', ')], ['Object id', (row) => code(row.objectIds[row.home])]], state.accounts, 'No account.'),
      heading('Applications'), table('Applications', [['Name', (row) => row.name], ['Client id', (row) => code(row.clientId)], ['Directory', (row) => nameOf(row.tenant)]], state.applications, 'No application.'),
      heading('Subscriptions'), table('Subscriptions', [['Name', (row) => row.displayName], ['Id', (row) => code(row.id)], ['Directory', (row) => nameOf(row.tenant)], ['Groups', (row) => row.groups], ['Resources', (row) => row.resources]], state.subscriptions, 'No subscription.'),
    ];
  },
  Resources: async () => {
    const list = element('div');
    const search = element('input', { type: 'search', placeholder: 'Part of an id' });
    const load = async () => {
      const { count, value } = await call('GET', `/resources?search=${encodeURIComponent(search.value)}`);
      list.replaceChildren(
        note(count > value.length ? `The newest ${value.length} of ${count}.` : `${count} resources, newest first.`),
        table('Resources', [['Name', (row) => row.name], ['Type', (row) => row.type], ['Group', (row) => row.resourceGroup], ['Region', (row) => row.location], ['State', (row) => stateChip(row.state)], ['Changed', (row) => time(row.changedAt)]], value, search.value ? 'No resource has this in its id.' : 'Nothing is deployed yet.'),
      );
    };
    search.oninput = () => void load();
    await load();
    return [heading('Resources'), element('div', { className: 'actions' }, element('label', {}, 'Search', search)), list];
  },
  Mails: async () => {
    const { value, refuse } = await call('GET', '/mails');
    const view = element('div');
    const open = (mail) => {
      // Mail content is somebody else's: no scripts, no origin.
      const frame = element('iframe', { title: mail.subject });
      frame.setAttribute('sandbox', '');
      frame.src = URL.createObjectURL(new Blob([mail.html || `<pre>${mail.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`], { type: 'text/html' }));
      view.replaceChildren(heading(mail.subject), frame);
    };
    return [
      heading('Inbox'),
      element('div', { className: 'actions' }, button('Empty the inbox', () => act(() => call('DELETE', '/mails'))), button(refuse ? 'Take mails again' : 'Refuse mails for now (451)', () => act(() => call('POST', '/mails/refuse', { mode: refuse ? null : 'temporary' })))),
      table('Inbox', [['Received', (row) => time(row.at)], ['To', (row) => row.to.join(', ')], ['Subject', (row) => button(row.subject || '(no subject)', () => open(row), 'plain')]], value, 'No mail has arrived.'), view,
    ];
  },
  Faults: async () => {
    const [{ value, switches }, sentinels, { now }] = await Promise.all([call('GET', '/faults'), call('GET', '/sentinels'), call('GET', '/clock')]);
    const form = element('form', {
      className: 'card',
      onsubmit: (event) => {
        event.preventDefault();
        const data = [...new FormData(form)].filter(([, text]) => text !== '');
        void act(() => call('POST', '/faults', Object.fromEntries(data.map(([name, text]) => [name, form.elements[name].type === 'number' ? Number(text) : text]))));
      },
    }, field('Kind', { name: 'kind', options: [['throttle', '429'], ['error', 'Error'], ['latency', 'Latency']] }), field('Method', { name: 'method', options: ['', 'GET', 'PUT', 'POST', 'PATCH', 'DELETE'].map((name) => [name, name || 'any']) }), field('Path contains', { name: 'path', placeholder: '/deployments/' }),
    field('Status', { name: 'status', type: 'number', placeholder: '503', min: 400, max: 599 }), field('Retry-After (s)', { name: 'retryAfter', type: 'number', min: 0 }), field('Latency (ms)', { name: 'latency', type: 'number', min: 0 }), field('Share (0-1)', { name: 'rate', type: 'number', step: '0.05', min: 0, max: 1 }), field('How often', { name: 'count', type: 'number', min: 1 }), field('For how long (s)', { name: 'seconds', type: 'number', min: 1 }), element('button', { textContent: 'Add fault', className: 'primary' }));
    const toggles = Object.entries(switches).map(([name, current]) => {
      const isFlag = typeof current === 'boolean';
      const input = element('input', isFlag ? { type: 'checkbox', checked: current } : { type: 'number', value: current });
      input.onchange = () => act(() => call('PATCH', '/switches', { [name]: isFlag ? input.checked : Number(input.value) }));
      return element('label', { className: isFlag ? 'check' : '' }, ...(isFlag ? [input, switchTitles[name] ?? name] : [switchTitles[name] ?? name, input]));
    });
    return [
      heading('Faults'),
      table('Faults', [['Requests', (row) => code(`${row.method || 'any'} ${row.path || 'every path'}`)], ['What happens', describeFault], ['Left', (row) => left(row, now)], ['Hits', (row) => row.hits], ['Action', (row) => button('Remove', () => act(() => call('DELETE', `/faults/${row.id}`)))]], value, 'Nothing fails on purpose.'),
      element('div', { className: 'actions' }, ...presets.map(([name, fault]) => button(name, () => act(() => call('POST', '/faults', fault)))), button('Remove all, reset the switches', () => act(() => call('DELETE', '/faults')))),
      form,
      heading('Switches'), element('form', { className: 'card' }, ...toggles),
      heading('Names that fail on purpose'), table('Names that fail on purpose', [['A name begins with', (row) => code(row.prefix)], ['Code', (row) => row.code || 'takes ten times as long'], ['Status', (row) => row.status], ['When', (row) => row.when]], sentinels.value, ''),
    ];
  },
  Requests: async () => {
    const { value } = await call('GET', '/log');
    const newest = value.toReversed().slice(0, 300);
    return [
      heading('Requests'), note(value.length > newest.length ? `The newest ${newest.length} of ${value.length}.` : `${value.length} requests, newest first.`),
      table('Requests', [['At', (row) => time(row.at)], ['Method', (row) => row.method], ['Path', (row) => code(row.path)], ['Status', statusChip], ['ms', (row) => row.milliseconds], ['Caller', (row) => row.caller]], newest, 'No requests yet.'),
    ];
  },
};

let current = pages[location.hash.slice(1)] ? location.hash.slice(1) : 'Directories';
/** Counts what was asked for, so that a slow answer does not replace a later page. */
let asked = 0;
async function show() {
  for (const tab of tabs.children) {
    const isCurrent = tab.textContent === current;
    tab.setAttribute('aria-selected', String(isCurrent));
    tab.tabIndex = isCurrent ? 0 : -1;
  }
  panel.setAttribute('aria-labelledby', `tab-${current}`);
  const mine = (asked += 1);
  try {
    const nodes = await pages[current]();
    if (mine === asked) panel.replaceChildren(...nodes);
  } catch (error) {
    if (mine === asked) panel.replaceChildren(element('p', { className: 'error', textContent: error.message, role: 'alert' }));
  }
}
async function act(work) {
  try {
    await work();
    await show();
  } catch (error) {
    panel.prepend(element('p', { className: 'error', textContent: error.message, role: 'alert' }));
  }
}
function choose(name) {
  current = name;
  history.replaceState(null, '', `#${name}`);
  void show();
}
const names = Object.keys(pages);
for (const name of names) {
  const tab = element('button', { type: 'button', id: `tab-${name}`, textContent: name, onclick: () => choose(name) });
  tab.setAttribute('role', 'tab');
  tab.setAttribute('aria-controls', 'panel');
  tabs.append(tab);
}
// Arrows move between tabs, as people who use no mouse expect.
tabs.addEventListener('keydown', ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!step) return;
  const next = tabs.children[(names.indexOf(current) + step + names.length) % names.length];
  next.focus();
  choose(next.textContent);
});
document.getElementById('refresh').onclick = () => void show();
void show();
