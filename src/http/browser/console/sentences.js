// A form of an entry shows the words that customers would read, and updates them while the operator types.

/** @param {HTMLFormElement} form */
function showSentences(form) {
  let asking = new AbortController();
  let timer = 0;
  const show = async () => {
    asking.abort();
    const turn = new AbortController();
    asking = turn;
    const limit = setTimeout(() => turn.abort(), 10_000);
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
    body.set('deed', 'look');
    const answer = await fetch(form.action, { method: 'POST', body, signal: turn.signal }).catch(
      () => undefined,
    );
    const text = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
    clearTimeout(limit);
    if (text === undefined || turn.signal.aborted) return;
    const page = new DOMParser().parseFromString(text, 'text/html');
    const fresh = page.querySelector('[data-shows-sentences]');
    if (fresh) document.querySelector('[data-shows-sentences]')?.replaceWith(document.adoptNode(fresh));
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, 500);
  });
}

for (const form of document.querySelectorAll('form[data-sentences]')) {
  if (form instanceof HTMLFormElement) showSentences(form);
}
