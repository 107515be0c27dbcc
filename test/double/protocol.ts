import { app } from './app.ts'
import { schemes } from './addresses.ts'
import { commandLine } from './command-line.ts'
import { onlyKnown, strict } from './strict.ts'

type Privileges = Record<string, boolean>

/** Only schemes whose pages are like those of https: the double serves them over it. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(list: { scheme: string; privileges?: Privileges }[]): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges = {} } of list) {
      onlyKnown('a scheme', privileges, ['standard', 'secure', 'supportFetchAPI', 'codeCache', 'stream'])
      if (privileges.standard !== true || privileges.secure !== true)
        throw new Error(`The double of Electron has only standard and secure schemes, which ${scheme} is not.`)
      schemes.add(scheme)
    }
    // The pages’ processes learn of them by it: shell/browser/api/electron_api_protocol.cc of Electron
    const all = list.map(({ scheme }) => scheme).join(',')
    for (const name of ['standard-schemes', 'secure-schemes', 'fetch-schemes']) commandLine.add(name, all)
  },
})
