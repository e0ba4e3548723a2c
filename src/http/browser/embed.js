// Replaces its script element with the loyalty page of a session, in a frame as high as the page.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const frame = document.createElement('iframe');
  /** @type {string | undefined} */
  let origin;
  /** @type {string | null | undefined} */
  let token;

  /** @param {string} address */
  function open(address) {
    const url = new URL(address);
    origin = url.origin;
    token = url.pathname.split('/').pop();
    // Features are allowed by origin. Without one they are allowed for the origin of the src attribute, but there is no
    // such attribute. Browsers complain about features that they do not have.
    const features = ['clipboard-write', ...('share' in navigator ? ['web-share'] : [])];
    frame.allow = features.map((feature) => `${feature} ${origin}`).join(';');
    // The address is no attribute, because every script on the host's page could read it.
    frame.contentWindow?.location.replace(url);
  }

  addEventListener('message', ({ source, origin: sender, data }) => {
    if (source === null || source !== frame.contentWindow || sender !== origin || data?.source !== 'loyaltyd')
      return;
    if (data.type === 'resize') frame.style.height = `${data.height}px`;
    if (data.reason === 'no_cookie' && token) {
      source.postMessage({ source: 'loyaltyd-host', type: 'session', token }, origin);
      token = null;
      return;
    }
    const detail = { ...data, open };
    frame.dispatchEvent(new CustomEvent(`loyaltyd:${data.type}`, { bubbles: true, detail }));
  });

  frame.title = script.dataset.title ?? 'Loyalty';
  frame.style.cssText = 'display:block;width:100%;height:40rem;border:0';
  script.after(frame);
  open(/** @type {string} */ (script.dataset.url));
  delete script.dataset.url;
})();
