import { setTimeout as sleep } from 'node:timers/promises'

/** nginx writes its log once a second (nginx/log.conf). */
export const untilLogged = (): Promise<void> => sleep(2_000)
