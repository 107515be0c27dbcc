/** The pictures of README.md and docs/, each in docs/images as `<name>-light.png` and `<name>-dark.png`. */
export const pictures = ['welcome', 'servers', 'approval', 'conversation', 'form', 'resources', 'audit-log'] as const

export type Picture = (typeof pictures)[number]

export const themes = ['light', 'dark'] as const

export const fileOf = (picture: Picture, theme: (typeof themes)[number]): string => `${picture}-${theme}.png`
