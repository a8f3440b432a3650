/**
 * Opens and closes the menu and keeps the focus inside, even before React has loaded. The browser itself
 * makes the page behind a modal dialog inert, and closes the dialog on Escape.
 */
export function watchMenu(): void {
  document.addEventListener('click', openOrClose)
  document.addEventListener('keydown', keepFocusInside)
}

/** False in browsers that do not support `command` on buttons, so that a script has to open the dialog. */
const opensItself = 'commandForElement' in HTMLButtonElement.prototype

function openOrClose({ target, defaultPrevented }: Event): void {
  if (!(target instanceof Element)) return
  if (!opensItself && target.closest('[command]')) document.querySelector('dialog')?.showModal()
  // React Router prevents the default of a link that it follows. Other links may open in another tab, so the menu stays.
  if (defaultPrevented || !target.closest('a')) target.closest('dialog')?.close()
}

/** Without this, Tab would move out of a native dialog, to the browser's own controls. */
function keepFocusInside(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const stops = [...document.querySelectorAll<HTMLElement>('dialog[open] :is(a, button)')]
  const [edge, next] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (!next || document.activeElement !== edge) return
  event.preventDefault()
  next.focus()
}
