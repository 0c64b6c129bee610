/**
 * The script that puts a form into the page of another site, where an element says `data-rapport-form="<token>"`. It sends the answers to the
 * address from which it was loaded, and shows what comes back.
 */
export function embedScript(token: string, form: string): string {
  return `(${source})(${literal(token)}, ${literal(form)});\n`
}

// JSON in a script: what could end it or a line of it is escaped.
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

// Runs in the browser of a visitor, as it is written here; only what browsers know may stand in it.
const source = `function (token, form) {
  var script = document.currentScript, address = script.src.replace(/\\/embed\\.js.*$/, '');
  function start() {
    var place = document.querySelector('[data-rapport-form="' + token + '"]');
    if (!place || place.rapportForm) return;
    place.rapportForm = true;
    show(form);
    function show(html) {
      place.innerHTML = html;
      var own = place.querySelector('form'), extra = place.querySelector('.extra'), alert = place.querySelector('[role=alert]');
      if (extra) extra.style.cssText = 'position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden';
      if (alert) { alert.tabIndex = -1; alert.focus(); }
      if (own) own.addEventListener('submit', function (event) { event.preventDefault(); send(own); });
    }
    function send(own) {
      var button = own.querySelector('button'), values = new URLSearchParams(new FormData(own));
      try { var visitor = window.rapport && window.rapport.visitorId && window.rapport.visitorId(); if (visitor) values.set('_visitor', visitor); } catch (error) {}
      if (button) button.disabled = true;
      fetch(address, { method: 'POST', body: values, headers: { Accept: 'application/json' }, credentials: 'omit' })
        .then(function (answer) { return answer.json(); })
        .then(function (said) {
          if (said.redirect_url) location.href = said.redirect_url;
          else if (said.html) { show(said.html); place.dispatchEvent(new CustomEvent(said.ok ? 'rapport:sent' : 'rapport:refused', { bubbles: true })); }
          else if (button) button.disabled = false;
        })
        .catch(function () { if (button) button.disabled = false; own.action = address; own.submit(); });
    }
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start); else start();
}`
