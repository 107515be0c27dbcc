import type { InputHandler } from './server-requests.ts'
import { TokenBucket } from '../../base/token-bucket.ts'
import { badParams, type ElicitationDeps } from './elicited.ts'
import { askForm } from './form.ts'
import { askPage } from './page.ts'
import { clip } from '../../../../shared/text/clip.ts'

const longestMessage = 10_000
/** More than a person can fill, so that what is refused is a flood. */
const pace = { burst: 20, perSecond: 1 / 3 }

/** Asks the person what a server wants to know of her, in a form or on a page (client/elicitation). */
export function elicit(deps: ElicitationDeps): InputHandler {
  const paces = new Map<string, TokenBucket>()
  return async (input) => {
    const { server, params } = input
    const { mode = 'form', message } = params
    if (typeof message !== 'string') return badParams('it has no message')
    if (mode !== 'form' && mode !== 'url') return badParams('its mode is not one that was offered')
    const bucket = paces.get(server) ?? new TokenBucket(pace)
    paces.set(server, bucket)
    if (!bucket.take()) return { error: { code: -32000, message: 'Too many questions in a short time' } }
    const elicitation = { ...input, message: clip(message, longestMessage) }
    return mode === 'form' ? askForm(elicitation, deps) : askPage(elicitation, deps)
  }
}
