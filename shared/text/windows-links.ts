/**
 * Names with which Windows itself links a folder to another place, folded, by where they are. Translated Windows has
 * them in its language: these are English, German, French, Spanish, Italian and Portuguese ones.
 */
const links: { at: RegExp; names: RegExp }[] = [
  {
    at: /^$/,
    names:
      /^(?:documents and settings|dokumente und einstellungen|programme|programmi|programas|archivos de programa|arquivos de programas)$/,
  },
  { at: /^users$/, names: /^(?:all users|default user)$/ },
  {
    at: /^(?:users\/[^/]+|programdata)$/,
    names:
      /^(?:application data|anwendungsdaten|datos de programa|dati applicazioni|dados de aplicativos|dados de aplicações|cookies|local settings|lokale einstellungen|configuración local|impostazioni locali|configurações locais|definições locais|my documents|eigene dateien|mes documents|mis documentos|documenti|meus documentos|nethood|netzwerkumgebung|voisinage réseau|entorno de red|risorse di rete|ambiente de rede|printhood|druckumgebung|voisinage d['’]impression|impresoras|risorse di stampa|ambiente de impressão|recent|reciente|sendto|start menu|startmenü|menu démarrer|menú inicio|menu avvio|menu iniciar|templates|vorlagen|modèles|plantillas|modelli|modelos|desktop|documents|dokumente|favorites|favoriten)$/,
  },
  {
    at: /^users\/[^/]+\/documents$/,
    names: /^(?:my|eigene|mi|mis|ma|mes|meus|minhas|i|la)\s.*$|^(?:musica|immagini|video)$/,
  },
  {
    at: /^users\/[^/]+\/appdata\/local$/,
    names:
      /^(?:application data|anwendungsdaten|datos de programa|dati applicazioni|dados de aplicativos|dados de aplicações|history|verlauf|historique|historial|cronologia|histórico|temporary internet files|archivos temporales de internet)$/,
  },
]

/** Folders of a user that are no links, though all users have links with their names. */
const own = /^users\/[^/]+\/(?:desktop|documents|favorites)$/

/** Whether a path on a drive leads through one of them. Its names are folded. */
export const leadsThroughLink = (names: string[]): boolean =>
  names.some((name, i) => {
    const before = names.slice(0, i).join('/')
    return links.some(({ at, names: linked }) => at.test(before) && linked.test(name)) && !own.test(`${before}/${name}`)
  })

/** Whether a folder of a drive has such links, so a pattern for a name in it can mean one of them. */
export const hasLinks = (names: string[]): boolean => links.some(({ at }) => at.test(names.join('/')))
