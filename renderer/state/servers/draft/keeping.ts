import { destinationOf } from '../../../../shared/risk/secret-names.ts'
import { useHost } from '../../replica.ts'

/**
 * Whether a value is stored, was entered for another destination than its server's current one, or isn't on this
 * machine.
 */
export type Keeping = 'kept' | 'moved' | 'lost'

/** Whether the store has the server secret of this name (`server/<id>/…`), for the server's current destination. */
export const useKeeping = (name: string | undefined): Keeping =>
  useHost(({ secrets, enteredFor, configured }) => {
    if (name === undefined || !secrets.includes(name)) return 'lost'
    const owner = configured.servers[name.split('/')[1] ?? '']
    return owner && enteredFor[name] === destinationOf(owner) ? 'kept' : 'moved'
  })
