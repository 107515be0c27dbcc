import type { Containment } from '../../shared/events.ts'

/** What holds a server's processes to Atrium, and what each way cannot do. */
export const containmentWords: Record<Containment, { level: string; gap: string }> = {
  namespace: {
    level: 'A process namespace of its own',
    gap: 'Everything it starts ends with it, also when Atrium is killed. Only what another service starts for it is outside.',
  },
  guard: {
    level: 'A guard over its process group',
    gap: 'What it starts ends with it, also when Atrium is killed, unless a program leaves its process group: that one can live on.',
  },
  none: {
    level: 'None',
    gap: 'Stopping it ends what it started, but if Atrium is killed, its processes can live on.',
  },
}
