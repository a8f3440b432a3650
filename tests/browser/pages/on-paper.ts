/**
 * Runs in the page, so it uses nothing from outside itself. Returns the texts that would not print
 * as dark letters on white paper.
 */
export function darkOnWhite(): string[] {
  const problems: string[] = []
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  if (canvas !== 'rgb(255, 255, 255)') problems.push(`the sheet is ${canvas}`)

  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility() || element.closest('svg')) continue
    for (const pseudo of [null, '::before', '::after']) {
      const { color, backgroundColor, backgroundImage, boxShadow } = getComputedStyle(
        element,
        pseudo,
      )
      const name = `${element.tagName}${pseudo ?? ''} ${element.textContent?.slice(0, 40)}`
      if (backgroundImage !== 'none' || !isClear(backgroundColor)) problems.push(`ground: ${name}`)
      if (boxShadow !== 'none') problems.push(`shadow: ${name}`)
      if (brightest(color) > 100) problems.push(`${color}: ${name}`)
    }
  }
  return problems

  function isClear(color: string): boolean {
    return color === 'rgba(0, 0, 0, 0)'
  }
  function brightest(color: string): number {
    return Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number))
  }
}
