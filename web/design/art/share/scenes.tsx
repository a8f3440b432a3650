import type { ComponentType } from 'react'
import { Candle } from './Candle.tsx'
import { Kit } from './Kit.tsx'
import type { Lettering } from './lettering.ts'
import { PastedLink } from './PastedLink.tsx'
import { Prices } from './Prices.tsx'
import { Sheet } from './Sheet.tsx'

export interface SceneWords {
  readonly link: string
  readonly prices: readonly string[]
}

export interface SceneProps {
  words: SceneWords
  lettering: Lettering
}

/** What stands beside the headline, by name. */
export const scenes = {
  candle: () => <Candle />,
  kit: Kit,
  link: PastedLink,
  prices: Prices,
  sheet: Sheet,
} satisfies Record<string, ComponentType<SceneProps>>
