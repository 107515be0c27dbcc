/** Switches of Chromium that take away what the window relies on, and what each takes. */
const weakening: Record<string, string> = {
  'no-sandbox': 'the sandbox around its pages',
  'single-process': 'the sandbox around its pages',
  'disable-web-security': 'the separation of its pages from others',
  'ignore-certificate-errors': 'the proof of who answers',
  'remote-debugging-port': 'the control over its own pages',
  'remote-debugging-pipe': 'the control over its own pages',
}

/** A sentence about what somebody switched off; undefined when all is as it should be. */
export function weakened(isOn: (name: string) => boolean): string | undefined {
  const [name, what] = Object.entries(weakening).find(([it]) => isOn(it)) ?? []
  return name && `--${name} takes from Atrium ${what}.`
}
