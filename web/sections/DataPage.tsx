import { DATA_WORDS, type HeldData as Held, LINK_PATHS } from '@ad-kit/api/contract'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { linkPages } from '../content/link-pages.ts'
