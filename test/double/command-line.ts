const ending = '--'

/** Chromium trims every word before it reads it: ASCII's blanks, and on Windows Unicode's. base/command_line.cc */
const trimmed = (word: string): string =>
  process.platform === 'win32'
    ? word.replace(/^[\s\u0085]+|[\s\u0085]+$/g, '')
    : word.replace(/^[\t-\r ]+|[\t-\r ]+$/g, '')

/** A switch as Chromium reads it: base/command_line.cc of Chromium. */
function partsOf(word: string): [name: string, value: string] | undefined {
  const [, written] = (process.platform === 'win32' ? /^(?:--|-|\/)(.+)/ : /^(?:--|-)(.+)/).exec(word) ?? []
  if (written === undefined || word === ending) return undefined
  const [given = '', ...rest] = written.split('=')
  return [process.platform === 'win32' ? given.toLowerCase() : given, rest.join('=')]
}

/**
 * The command line as Electron's browser process has it: what was given, and what Electron adds. `process.argv` has only
 * what was given (shell/common/electron_command_line.cc of Electron).
 */
class CommandLine {
  readonly #program = process.argv[0] ?? ''
  readonly #switches = new Map<string, string>()
  readonly #arguments: string[] = []

  constructor(given: string[]) {
    const words = given.map(trimmed)
    const end = words.includes(ending) ? words.indexOf(ending) : words.length
    for (const word of words.slice(0, end)) {
      const parts = partsOf(word)
      if (parts) this.#switches.set(...parts)
      else this.#arguments.push(word)
    }
    this.#arguments.push(...words.slice(end))
    // shell/app/electron_main_delegate.cc of Electron, BasicStartupComplete and PreSandboxStartup
    if (process.env['ELECTRON_DISABLE_SANDBOX'] !== undefined) this.add('no-sandbox')
    this.add('allow-file-access-from-files')
    if (process.platform === 'darwin') this.add('enable-avfoundation')
    // ui/linux/display_server_utils.cc of Chromium
    if (process.platform === 'linux' && !this.#switches.has('ozone-platform')) this.add('ozone-platform', 'x11')
  }

  /** Adds one, as parts of Electron do at the app's calls. */
  add(name: string, value = ''): void {
    this.#switches.set(name, value)
  }

  has(name: string): boolean {
    return this.#switches.has(name.toLowerCase())
  }

  valueOf(name: string): string {
    return this.#switches.get(name.toLowerCase()) ?? ''
  }

  /** As another instance gets it: the switches first, those that Electron added too (docs/api/app.md of Electron). */
  words(): string[] {
    const switches = Array.from(this.#switches, ([name, value]) => `--${name}${value && `=${value}`}`)
    return [this.#program, ...switches, ...this.#arguments]
  }
}

export const commandLine = new CommandLine(process.argv.slice(1))
