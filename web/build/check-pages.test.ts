import { expect, test } from 'vitest'
import { brand } from '../content/brand.ts'
import { routeOfFile } from '../routes/page-files.ts'
import { checkPages, parsePage } from './check-pages.ts'

const ORIGIN = 'https://site.example'

/** Checks a site of three pages, of which the first and the not-found page contain the given HTML. */
function check(html: string, notFound = ''): string[] {
  const page = (file: string, body: string) =>
    parsePage(file, `<!doctype html><body><div id="root">${body}</div>`)
  return checkPages(page('404.html', notFound), {
    origin: ORIGIN,
    pages: new Map([
      ['/', page('index.html', html)],
      ['/blog', page('blog.html', '<article id="a-post"></article>')],
    ]),
    files: new Set(['/feed.xml', '/share.png']),
  })
}

const ELSEWHERE = 'https://else.example/x'
const BLOCKED = 'web/build/security-headers.ts does not allow it'

test.each([
  ['<p>Welcome to {product}!</p>', '“{product}” is left in: Welcome to'],
  ['<p>by [object Object]</p>', '“[object Object]” is left in'],
  ['<a href="/nowhere">x</a>', 'the link “/nowhere” is broken'],
  [`<a href="${ORIGIN}/nowhere">x</a>`, `the link “${ORIGIN}/nowhere” is broken`],
  ['<a href="#nowhere">x</a>', 'the link “#nowhere” is broken'],
  ['<a href="/blog#no-post">x</a>', 'the link “/blog#no-post” is broken'],
  ['<img alt="" src="/share/none.png">', 'the link “/share/none.png” is broken'],
  [`<meta property="og:image" content="${ORIGIN}/share/none.png">`, 'is broken'],
  [`<img alt="" src="${ELSEWHERE}.png">`, BLOCKED],
  [`<script src="${ELSEWHERE}.js"></script>`, BLOCKED],
  [`<link rel="stylesheet" href="${ELSEWHERE}.css">`, BLOCKED],
  [`<iframe src="${brand.productHunt.badgeUrl}"></iframe>`, BLOCKED],
])('the build rejects %s', (html, sentence) => {
  expect(check(html)).toEqual([expect.stringContaining(sentence)])
  expect(check(html)[0]).toMatch(/^index\.html: /)
})

test('the build rejects a broken link on the not-found page', () => {
  expect(check('', '<img src="/none.png">')).toEqual([
    expect.stringContaining('404.html: the link “/none.png” is broken'),
  ])
})

test.each([
  '<script>f({ undefined })</script><style>p{color:red}</style>',
  '<p><code>{shop}</code></p><pre><code>undefined is NaN</code></pre>',
  '<p id="here"></p><a href="#here">x</a><a href="/blog#a-post">x</a><a href="/?a=1">x</a>',
  `<img alt="" src="${brand.productHunt.badgeUrl}">`,
  '<a href="https://elsewhere.example/x#y">x</a><a href="mailto:a@b.example">x</a>',
])('the build accepts %s', (html) => {
  expect(check(html)).toEqual([])
})

test.each([
  ['index/+Page.tsx', '/'],
  ['legal/index/+Page.tsx', '/legal'],
  ['_error/+Page.tsx', '*'],
])('the page file %s has the route %s', (file, route) => {
  expect(routeOfFile(`../pages/${file}`)).toBe(route)
})
