// Sends the operation that the page describes. The key is read from its field when it is sent, and kept nowhere.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

const up = new URL('..', location.href);

/**
 * The path and the query from the fields. An empty field of the query is left out.
 * @param {HTMLFormElement} form
 */
function addressOf(form) {
  let { path = '' } = form.dataset;
  /** @type {NodeListOf<Field>} */
  const fields = form.querySelectorAll('[data-path], [data-query]');
  for (const { dataset, value } of fields) {
    if (dataset.path) path = path.replace(`{${dataset.path}}`, encodeURIComponent(value));
  }
  const address = new URL(path.slice(1), up);
  for (const { dataset, value } of fields) {
    if (dataset.query && value !== '') address.searchParams.set(dataset.query, value);
  }
  return address;
}

/** @param {string} id */
const typed = (id) => /** @type {Field | null} */ (document.getElementById(id))?.value.trim();

/**
 * @param {HTMLFormElement} form
 * @returns {RequestInit}
 */
function requestOf(form) {
  const { method, type = '' } = form.dataset;
  const headers = new Headers();
  const key = typed('try-key');
  if (key) headers.set('authorization', `Bearer ${key}`);
  const body = typed('try-body');
  if (body) headers.set('content-type', type);
  return {
    method,
    headers,
    body: body || undefined,
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
  };
}

/** @param {string} text */
function asText(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {string} selector */
const part = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/**
 * @param {string} status
 * @param {string} text
 */
function show(status, text) {
  part('#try-answer').hidden = false;
  part('#try-status').textContent = status;
  part('#try-answer code').textContent = text;
  part('#try-answer figure').hidden = text === '';
}

/** @param {HTMLFormElement} form */
async function send(form) {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  try {
    const response = await fetch(addressOf(form), requestOf(form));
    const request_id = response.headers.get('x-request-id');
    show(
      `${response.status} ${response.statusText}${request_id ? `, request ${request_id}` : ''}`,
      asText(await response.text()),
    );
  } catch (error) {
    show('The request was not sent.', error instanceof Error ? error.message : String(error));
  } finally {
    form.ariaBusy = 'false';
    part('#try-form [type=submit]').focus();
  }
}

/** A webhook's page has no form. */
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('try-form'));
if (form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
  form.hidden = false;
}
