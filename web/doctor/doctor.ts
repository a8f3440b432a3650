/**
 * `npm run doctor`: lists what an owner must replace before the site goes live. Reads
 * `.env`, as the build does. Ends with 0 when nothing is left and with 1 while something
 * is, so that a deployment can ask it.
 */
import '../build/environment.ts'
import { samples } from '../content/samples.ts'
import { report } from './report.ts'

process.stdout.write(report(samples))
if (samples.length > 0) process.exitCode = 1
