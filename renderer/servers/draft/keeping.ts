import { destinationOf } from '../../../shared/risk/secret-names.ts'
import { useHost } from '../../state/replica.ts'

/** Whether a value is there, was entered for something else than its server is now, or isn't on this machine. */
export type Keeping = 'kept' | 'moved' | 'lost'

/** What the store has under the name of a server's secret (`server/<id>/…`). */
export const useKeeping = (name: string | undefined): Keeping =>
  useHost(({ secrets, enteredFor, configured }) => {
    if (name === undefined || !secrets.includes(name)) return 'lost'
    const owner = configured.servers[name.split('/')[1] ?? '']
    return owner && enteredFor[name] === destinationOf(owner) ? 'kept' : 'moved'
  })
