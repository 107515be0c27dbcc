import { z } from 'zod'
import { command } from './command.ts'
import { modelKeyValue } from './secret-commands.ts'
import { endpoint, endpointId, modelChoice } from '../config/settings.ts'
import type { LocalModels, ModelInfo } from '../events/events.ts'

const ofEndpoint = z.strictObject({ endpoint: endpointId })

/** Commands about endpoints and their models. */
export const modelCommands = {
  /**
   * Adds or replaces an endpoint, and its key if one is given. With `check`, its models are listed first, with that key
   * or the stored one: `bad-input` if the key is rejected, `unavailable` if there is no list; then nothing is saved.
   * Without it, nothing is sent there.
   */
  setEndpoint: command(
    'admin',
    ofEndpoint.extend({ config: endpoint, key: modelKeyValue.optional(), check: z.boolean().optional() }),
  ).returns<{ models?: ModelInfo[] }>(),
  /** Removes an endpoint, its key, and its place as the default for new conversations. `anthropic` stays. */
  removeEndpoint: command('admin', ofEndpoint).returns<void>(),
  /** Fetches an endpoint's model list, which also tests its address and key. */
  listModels: command('use', ofEndpoint).returns<{ models: ModelInfo[] }>(),
  /**
   * Sends one small message with one tool to a model: does it call tools, stream and count tokens? The result is in the
   * state. `unavailable` if nothing was found out.
   */
  probeModel: command('use', modelChoice).returns<void>(),
  /** Forgets the forms of requests that this endpoint's refusals taught. */
  forgetLessons: command('use', ofEndpoint).returns<void>(),
  /** Looks for model servers on this computer's usual ports, and nowhere else. Adds nothing. */
  findLocalModels: command('admin', z.strictObject({})).returns<{ found: LocalModels[] }>(),
} as const
