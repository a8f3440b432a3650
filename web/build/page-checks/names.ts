import { type CheckedPage, excerpt } from './checked-page.ts'

/** Finds pictures without an alternative text. */
export function checkNames({ file, root }: CheckedPage): string[] {
  const images = root
    .querySelectorAll('img')
    .filter((image) => image.getAttribute('alt') === undefined)
    .map((image) => `${file}: a picture has no alt attribute: ${excerpt(image)}`)

  const drawings = root
    .querySelectorAll('[role="img"]')
    .filter((drawing) => {
      const label = drawing.getAttribute('aria-label')
      const title = drawing.querySelector('title')?.text
      const named = (drawing.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => root.getElementById(id)?.text)
      return ![label, title, ...named].some((name) => name?.trim())
    })
    .map((drawing) => `${file}: a picture (role=img) has no label: ${excerpt(drawing)}`)

  return [...images, ...drawings]
}
