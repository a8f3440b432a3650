import { defaults } from '../../web/content/brand.ts'

// A link that is `none` becomes a sample, because the tests look at everything that a page can have.
for (const [name, value] of Object.entries(defaults)) {
  if ((process.env[name] || value) === 'none') process.env[name] = `https://links.example/${name}`
}
