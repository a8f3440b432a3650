/**
 * Runs in the page, so it uses nothing from outside itself. Describes texts and fields that stick
 * out, are cut off or cover other texts.
 */
export function layoutProblems(): string[] {
  interface Piece {
    owner: Element
    box: DOMRect
    text: string
  }

  const edge = document.documentElement.clientWidth
  const problems: string[] = []
  const pieces = [...textPieces(), ...controlPieces()]

  if (document.documentElement.scrollWidth > edge) {
    problems.push(`the page is ${document.documentElement.scrollWidth - edge} px too wide`)
  }
  for (const { owner, box, text } of pieces) {
    if (box.right > edge + 1 || box.left < -1) problems.push(`sticks out: ${text}`)
    if (isCutOff(owner, box)) problems.push(`cut off: ${text}`)
  }
  for (const [index, one] of pieces.entries()) {
    for (const other of pieces.slice(index + 1)) {
      if (collide(one, other)) problems.push(`“${one.text}” lies on “${other.text}”`)
    }
  }
  return problems

  /** Every line of every visible text, except texts in pictures. */
  function textPieces(): Piece[] {
    const found: Piece[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const owner = node.parentElement
      const text = node.textContent?.trim()
      if (!owner || !text || owner.closest('svg, option') || !isShown(owner)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) found.push({ owner, box: glyphs(box), text })
    }
    return found
  }

  function controlPieces(): Piece[] {
    return [...document.querySelectorAll('input, select')].filter(isShown).map((owner) => ({
      owner,
      box: owner.getBoundingClientRect(),
      text: `field ${owner.id}`,
    }))
  }

  /** The box of a line is as high as the font; its letters take up about the middle half. */
  function glyphs(box: DOMRect): DOMRect {
    return new DOMRect(box.x, box.y + box.height / 4, box.width, box.height / 2)
  }

  function isShown(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    // the honeypot, text for screen readers, the skip link without focus
    return !element.closest('[aria-hidden=true]') && !isHiddenFromEyes(element)
  }

  function isHiddenFromEyes(element: Element): boolean {
    return (
      getComputedStyle(element).clipPath === 'inset(50%)' ||
      element.matches('a[href^="#"]:first-child:not(:focus)')
    )
  }

  function isCutOff(owner: Element, box: DOMRect): boolean {
    for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const outer = at.getBoundingClientRect()
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (clips(overflowX) && (box.left < outer.left - 1 || box.right > outer.right + 1))
        return true
      if (clips(overflowY) && (box.top < outer.top - 1 || box.bottom > outer.bottom + 1))
        return true
    }
    return false
  }

  function collide(one: Piece, other: Piece): boolean {
    if (one.owner === other.owner) return false
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
    return across > 1 && down > 1
  }
}
