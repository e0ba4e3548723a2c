// Sends the operation that the page describes. The key is read from its field when it is sent, and kept nowhere.

const form = document.getElementById('try-form');
const up = new URL('..', location.href);

/** The path and the query that the fields give; a field of the query that is empty is left out. */
function addressOf() {
  let path = form.dataset.path;
  for (const field of form.querySelectorAll('[data-path]')) {
    path = path.replace(`{${field.dataset.path}}`, encodeURIComponent(field.value));
  }
  const address = new URL(path.slice(1), up);
  for (const field of form.querySelectorAll('[data-query]')) {
    if (field.value !== '') address.searchParams.set(field.dataset.query, field.value);
  }
  return address;
}

function requestOf() {
  const { method, type } = form.dataset;
  const headers = {};
  const key = document.getElementById('try-key')?.value.trim();
  if (key) headers.authorization = `Bearer ${key}`;
  const body = document.getElementById('try-body')?.value.trim();
  if (body) headers['content-type'] = type;
  return {
    method,
    headers,
    body: body || undefined,
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
  };
}

function asText(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(status, text) {
  document.getElementById('try-answer').hidden = false;
  document.getElementById('try-status').textContent = status;
  document.querySelector('#try-answer code').textContent = text;
  document.querySelector('#try-answer figure').hidden = text === '';
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('[type=submit]');
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  try {
    const request = requestOf();
    const response = await fetch(addressOf(), request);
    const request_id = response.headers.get('x-request-id');
    show(
      `${response.status} ${response.statusText}${request_id ? `, request ${request_id}` : ''}`,
      asText(await response.text()),
    );
  } catch (error) {
    show('The request was not sent.', String(error.message));
  } finally {
    form.ariaBusy = 'false';
    button.focus();
  }
});

if (form) form.hidden = false;
