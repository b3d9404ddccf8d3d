// The console page: one table a tab, read from the same JSON that tests use.
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
const button = (text, onclick) => element('button', { type: 'button', textContent: text, onclick });

function table(columns, rows, empty) {
  if (!rows.length) return element('p', { className: 'empty', textContent: empty });
  const head = element('tr', {}, ...columns.map(([title]) => element('th', { textContent: title, scope: 'col' })));
  const body = rows.map((row) => element('tr', {}, ...columns.map(([, cell]) => {
    const value = cell(row);
    return element('td', {}, value instanceof Node ? value : String(value ?? ''));
  })));
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
}

const field = (label, properties) => {
  const input = element(properties.options ? 'select' : 'input', properties.options ? { name: properties.name } : properties);
  if (properties.options) input.append(...properties.options.map((value) => element('option', { value, textContent: value })));
  return element('label', {}, label, input);
};

const pages = {
  Directories: async () => {
    const state = await call('GET', '/state');
    document.getElementById('cloud').textContent = `${state.cloud} · ${state.addresses.tls}`;
    const nameOf = (id) => state.directories.find((row) => row.id === id)?.displayName ?? id;
    return [
      heading('Directories'), table([['Name', (row) => row.displayName], ['Domain', (row) => row.domain], ['Id', (row) => row.id]], state.directories, ''),
      heading('Accounts'), table([['Name', (row) => row.name], ['Sign-in name', (row) => row.upn], ['Home', (row) => nameOf(row.home)], ['Guest in', (row) => Object.keys(row.objectIds).filter((id) => id !== row.home).map(nameOf).join(', ')], ['Object id', (row) => row.objectIds[row.home]]], state.accounts, ''),
      heading('Applications'), table([['Name', (row) => row.name], ['Client id', (row) => row.clientId], ['Directory', (row) => nameOf(row.tenant)]], state.applications, ''),
      heading('Subscriptions'), table([['Name', (row) => row.displayName], ['Id', (row) => row.id], ['Directory', (row) => nameOf(row.tenant)], ['Groups', (row) => row.groups], ['Resources', (row) => row.resources]], state.subscriptions, ''),
      element('p', { textContent: `Clock ${state.now}, speed ${state.speed}, internal errors ${state.internalErrors}, mail on port ${state.smtpPort}.` }),
    ];
  },
  Resources: async () => {
    const { count, value } = await call('GET', '/resources');
    return [heading(`${count} resources, newest first`), table([['Name', (row) => row.name], ['Type', (row) => row.type], ['Group', (row) => row.resourceGroup], ['Region', (row) => row.location], ['State', (row) => row.state], ['Changed', (row) => row.changedAt]], value, 'Nothing is deployed yet.')];
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
      element('form', {}, button('Empty the inbox', () => act(() => call('DELETE', '/mails'))), button(refuse === 'temporary' ? 'Take mails again' : 'Refuse mails for now (451)', () => act(() => call('POST', '/mails/refuse', { mode: refuse === 'temporary' ? null : 'temporary' })))),
      table([['Received', (row) => row.at], ['To', (row) => row.to.join(', ')], ['Subject', (row) => button(row.subject || '(no subject)', () => open(row))]], value, 'No mail has arrived.'), view,
    ];
  },
  Faults: async () => {
    const [{ value, switches }, sentinels] = await Promise.all([call('GET', '/faults'), call('GET', '/sentinels')]);
    const form = element('form', {
      onsubmit: (event) => {
        event.preventDefault();
        const data = Object.fromEntries(new FormData(form));
        const numbers = ['latency', 'status', 'retryAfter', 'rate', 'count'];
        void act(() => call('POST', '/faults', Object.fromEntries(Object.entries(data).filter(([, text]) => text !== '').map(([name, text]) => [name, numbers.includes(name) ? Number(text) : text]))));
      },
    }, field('Kind', { name: 'kind', options: ['latency', 'throttle', 'error'] }), field('Method', { name: 'method', options: ['', 'GET', 'PUT', 'POST', 'PATCH', 'DELETE'] }), field('Path contains', { name: 'path', placeholder: '/deployments/' }),
    field('Latency (ms)', { name: 'latency', type: 'number' }), field('Status', { name: 'status', type: 'number', placeholder: '503' }), field('Retry-After (s)', { name: 'retryAfter', type: 'number' }), field('Share (0-1)', { name: 'rate', type: 'number', step: '0.05', min: 0, max: 1 }), field('How often', { name: 'count', type: 'number' }), element('button', { textContent: 'Add fault' }));
    const titles = { accessTokenSeconds: 'Life of access tokens (s)', refreshTokenSeconds: 'Life of refresh tokens (s)', linkedTemplates: 'Fetch linked templates', accessControl: 'Enforce roles' };
    const toggles = Object.entries(switches).map(([name, current]) => {
      const input = element('input', typeof current === 'boolean' ? { type: 'checkbox', checked: current } : { type: 'number', value: current });
      input.onchange = () => act(() => call('PATCH', '/switches', { [name]: typeof current === 'boolean' ? input.checked : Number(input.value) }));
      return element('label', {}, titles[name] ?? name, input);
    });
    return [
      heading('Switches'), element('form', {}, ...toggles), heading('Faults'), form,
      table([['Kind', (row) => row.kind], ['Requests', (row) => `${row.method || 'any'} ${row.path || 'every path'}`], ['What', (row) => row.latency ? `${row.latency} ms` : `${row.status ?? ''} ${row.retryAfter ? `Retry-After ${row.retryAfter}` : ''}`], ['Left', (row) => row.count ?? 'until removed'], ['Hits', (row) => row.hits], ['', (row) => button('Remove', () => act(() => call('DELETE', `/faults/${row.id}`)))]], value, 'Nothing fails on purpose.'),
      button('Remove all faults and reset the switches', () => act(() => call('DELETE', '/faults'))),
      heading('Names that fail on purpose'), table([['Resource or deployment name begins with', (row) => row.prefix], ['Code', (row) => row.code || 'takes ten times as long'], ['Status', (row) => row.status], ['When', (row) => row.when]], sentinels.value, ''),
    ];
  },
  Requests: async () => {
    const { value } = await call('GET', '/log');
    return [heading(`${value.length} requests, newest first`), table([['At', (row) => row.at], ['Method', (row) => row.method], ['Path', (row) => row.path], ['Status', (row) => `${row.status} ${row.code ?? ''}`], ['ms', (row) => row.milliseconds], ['Caller', (row) => row.caller]], value.toReversed().slice(0, 300), 'No requests yet.')];
  },
};

let current = 'Directories';
async function show() {
  for (const tab of tabs.children) tab.setAttribute('aria-selected', String(tab.textContent === current));
  try {
    panel.replaceChildren(...(await pages[current]()));
  } catch (error) {
    panel.replaceChildren(element('p', { className: 'error', textContent: error.message }));
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
for (const name of Object.keys(pages)) {
  const tab = button(name, () => {
    current = name;
    void show();
  });
  tab.setAttribute('role', 'tab');
  tabs.append(tab);
}
void show();
