// Passkeys. The sign-in with a password works without this script.

/** @param {HTMLFormElement} form */
async function answerOf(form) {
  const { options = '', passkey } = form.dataset;
  const sent = await fetch(options, { method: 'POST', body: new URLSearchParams(dataOf(form)) });
  // An operator who must first prove its identity was redirected to the screen for that.
  if (sent.redirected) return null;
  if (!sent.ok) throw new Error(`the options were refused: ${sent.status}`);
  const asked = await sent.json();
  const credential =
    passkey === 'create'
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked),
        });
  return JSON.stringify(/** @type {PublicKeyCredential} */ (credential).toJSON());
}

/** @param {HTMLFormElement} form */
function dataOf(form) {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}

/** @param {HTMLFormElement} form */
function listen(form) {
  const complaint = /** @type {HTMLElement} */ (form.querySelector('[role=alert]'));
  let busy = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    complaint.hidden = true;
    try {
      const answer = await answerOf(form);
      if (answer === null) {
        location.reload();
        return;
      }
      /** @type {HTMLInputElement} */ (form.elements.namedItem('answer')).value = answer;
      form.submit();
    } catch {
      complaint.hidden = false;
    } finally {
      busy = false;
    }
  });
  form.hidden = false;
}

if (window.PublicKeyCredential && 'parseRequestOptionsFromJSON' in PublicKeyCredential) {
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    listen(/** @type {HTMLFormElement} */ (form));
  }
  for (const words of document.querySelectorAll('.no-passkeys')) words.remove();
}
