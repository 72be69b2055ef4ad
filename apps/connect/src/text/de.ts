import type { Dictionary } from './dictionary.js';

export const de: Dictionary = {
  list: {
    title: 'Konto verbinden',
    hint: 'Wählen Sie die App, die Sie verbinden möchten.',
    search: 'Apps durchsuchen',
    results: (count) => (count === 1 ? '1 App' : `${count} Apps`),
    nothing: (query) => `Nichts gefunden für „${query}“`,
    nothingHint: 'Prüfen Sie die Schreibweise oder suchen Sie nach einem anderen Namen.',
    clear: 'Suche leeren',
  },
  connect: {
    title: (name) => `${name} verbinden`,
    again: (name) => `${name} erneut verbinden`,
    hintForm: (name) => `Geben Sie die Daten Ihres ${name}-Kontos ein.`,
    hintRedirect: (name) =>
      `Sie melden sich bei ${name} an und entscheiden dort, was Sie freigeben. Es öffnet sich ein neues Fenster.`,
    hintPlain: (name) => `${name} braucht keine Zugangsdaten.`,
    submit: 'Verbinden',
    open: (name) => `Weiter zu ${name}`,
    sending: 'Wird geprüft …',
    retry: 'Erneut versuchen',
    stored: 'Ihre Zugangsdaten werden verschlüsselt gespeichert.',
    guide: 'Wo finde ich das?',
    guideNewTab: 'öffnet sich in einem neuen Tab',
    optional: 'optional',
    choose: 'Auswählen …',
    show: (field) => `${field} anzeigen`,
    hide: (field) => `${field} verbergen`,
    example: (example) => `Zum Beispiel ${example}`,
  },
  waiting: {
    title: (name) => `Warten auf ${name}`,
    hint: 'Schließen Sie die Anmeldung in dem geöffneten Fenster ab. Hier geht es danach von selbst weiter.',
    blockedTitle: 'Das Fenster wurde blockiert',
    blockedHint: (name) => `Ihr Browser hat ${name} nicht von selbst geöffnet. Öffnen Sie es hier:`,
    abandonedTitle: 'Haben Sie das Fenster geschlossen?',
    abandonedHint: 'Es wurde noch nichts verbunden. Öffnen Sie es erneut, um fortzufahren.',
    openLink: (name) => `${name} öffnen`,
    openAgain: 'Fenster erneut öffnen',
    here: 'Stattdessen in diesem Fenster fortfahren',
    cancel: 'Abbrechen',
    resumed: 'Das Ergebnis wird abgefragt …',
  },
  done: {
    title: 'Verbunden',
    hint: (name) => `Ihr ${name}-Konto ist verbunden.`,
    pendingTitle: 'Freigabe steht aus',
    pendingHint: (name) =>
      `Ihre Anfrage ist bei ${name} eingegangen. Die Verbindung steht, sobald dort jemand aus der Verwaltung zustimmt.`,
    close: 'Fertig',
    canClose: 'Sie können diese Seite jetzt schließen.',
    returning: (host) => `Sie werden zu ${host} zurückgebracht …`,
    goOn: 'Weiter',
  },
  problems: {
    credentialsRefused: {
      title: 'Diese Daten wurden nicht akzeptiert',
      hint: (name) =>
        `${name} hat den Zugang damit abgelehnt. Prüfen Sie sie auf Tippfehler und versuchen Sie es erneut.`,
    },
    validationFailed: {
      title: 'Dieses Konto kann nicht verbunden werden',
      hint: () =>
        'Die App, mit der Sie sich verbinden, nimmt dieses Konto nicht an. Versuchen Sie es mit einem anderen.',
    },
    denied: {
      title: 'Der Zugriff wurde nicht erlaubt',
      hint: (name) =>
        `Sie oder ${name} haben abgelehnt. Es wurde nichts verbunden. Sie können es jederzeit erneut versuchen.`,
    },
    providerRefused: {
      title: (name) => `${name} meldet ein Problem`,
      hint: () =>
        'Versuchen Sie es erneut. Hilft das nicht, wenden Sie sich an die Stelle, von der Sie hierher gekommen sind.',
    },
    providerDown: {
      title: (name) => `${name} ist nicht erreichbar`,
      hint: () => 'Prüfen Sie die eingegebene Adresse oder versuchen Sie es gleich noch einmal.',
    },
    tokenFailed: {
      title: 'Die Anmeldung konnte nicht abgeschlossen werden',
      hint: (name) => `${name} hat Sie angemeldet, aber keinen Zugriff übergeben. Versuchen Sie es erneut.`,
    },
    attemptExpired: {
      title: 'Die Anmeldung hat zu lange gedauert',
      hint: () => 'Zu Ihrer Sicherheit gilt eine Anmeldung einmal und für eine Stunde. Beginnen Sie neu.',
    },
    otherBrowser: {
      title: 'Die Anmeldung endete in einem anderen Browser',
      hint: () => 'Beginnen und beenden Sie sie im selben Browser und erlauben Sie Cookies für diese Seite.',
    },
    input: { title: 'Da stimmt noch etwas nicht', hint: () => 'Prüfen Sie Ihre Eingaben und versuchen Sie es erneut.' },
    setup: {
      title: 'Diese App ist nicht richtig eingerichtet',
      hint: () =>
        'Hier können Sie nichts daran ändern. Wenden Sie sich an die Stelle, von der Sie hierher gekommen sind, und nennen Sie den Code unten.',
    },
    notAllowed: {
      title: 'Diese App kann hier nicht verbunden werden',
      hint: () => 'Wählen Sie eine andere App oder fragen Sie dort nach, von wo Sie gekommen sind.',
    },
    limit: {
      title: 'Es können keine weiteren Konten verbunden werden',
      hint: () => 'Die Grenze ist erreicht. Wenden Sie sich an die Stelle, von der Sie hierher gekommen sind.',
    },
    busy: { title: 'Zu viele Versuche', hint: () => 'Warten Sie eine Minute und versuchen Sie es dann erneut.' },
    network: {
      title: 'Keine Verbindung',
      hint: () => 'Wir sind nicht erreichbar. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
    },
    sessionExpired: {
      title: 'Dieser Link ist abgelaufen',
      hint: () => 'Links gelten 30 Minuten. Gehen Sie dorthin zurück, woher Sie gekommen sind, und beginnen Sie neu.',
    },
    linkIncomplete: {
      title: 'Dieser Link ist unvollständig',
      hint: () =>
        'Öffnen Sie ihn dort erneut, wo Sie ihn bekommen haben. Falls er kopiert wurde, kopieren Sie ihn ganz.',
    },
    nothingToConnect: {
      title: 'Es gibt noch nichts zu verbinden',
      hint: () => 'Es ist keine App eingerichtet. Wenden Sie sich an die Stelle, von der Sie hierher gekommen sind.',
    },
    unexpected: {
      title: 'Etwas ist schiefgegangen',
      hint: () =>
        'Versuchen Sie es erneut. Hilft das nicht, wenden Sie sich an die Stelle, von der Sie hierher gekommen sind.',
    },
  },
  fieldProblems: {
    required: (label) => `Pflichtfeld: ${label}.`,
    choice: () => 'Wählen Sie einen der Werte.',
    hostname: () => 'Geben Sie einen Hostnamen ein, zum Beispiel example.com.',
    uri: () => 'Geben Sie eine Adresse ein, die mit https:// beginnt.',
    uuid: () => 'Geben Sie eine Kennung ein wie 3f2b8c1e-6a54-4d0b-9c57-0e1f2a3b4c5d.',
    email: () => 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    pattern: (label, example) =>
      example
        ? `Das sieht nicht richtig aus. Es sollte so aussehen: ${example}.`
        : `Das sieht nicht richtig aus: ${label}.`,
    tooLong: () => 'Das ist zu lang.',
  },
  fields: {
    apiKey: 'API-Schlüssel',
    username: 'Benutzername',
    password: 'Passwort',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    clientCertificate: 'Client-Zertifikat',
    clientPrivateKey: 'Privater Schlüssel des Zertifikats',
    tokenId: 'Token-ID',
    tokenSecret: 'Token-Secret',
    organizationId: 'Organisations-ID',
    devKey: 'Entwicklerschlüssel',
    roleArn: 'Rollen-ARN',
    region: 'Region',
    serverAddress: 'Adresse des Servers',
  },
  page: {
    loading: 'Wird geladen',
    back: 'Zurück',
    close: 'Schließen',
    returnTo: (host) => `Zurück zu ${host}`,
    words: (name) => `Meldung von ${name}`,
    wordsAlone: 'Einzelheiten',
    code: 'Code',
    request: 'Anfrage',
    poweredBy: 'Bereitgestellt mit Integration Gateway',
  },
};
