import type { Dictionary } from './dictionary.js';

export const de: Dictionary = {
  list: {
    title: 'Konto verbinden',
    hint: 'Wähle die App, die du verbinden möchtest.',
    search: 'Apps durchsuchen',
    results: (count) => (count === 1 ? '1 App' : `${count} Apps`),
    nothing: (query) => `Nichts gefunden für „${query}“`,
    nothingHint: 'Prüfe die Schreibweise oder suche nach einem anderen Namen.',
    clear: 'Suche leeren',
  },
  connect: {
    title: (name) => `${name} verbinden`,
    again: (name) => `${name} erneut verbinden`,
    hintForm: (name) => `Gib die Daten deines ${name}-Kontos ein.`,
    hintRedirect: (name) =>
      `Du meldest dich bei ${name} an und entscheidest dort, was du freigibst. Es öffnet sich ein neues Fenster.`,
    hintPlain: (name) => `${name} braucht keine Zugangsdaten.`,
    submit: 'Verbinden',
    open: (name) => `Weiter zu ${name}`,
    sending: 'Wird geprüft …',
    retry: 'Erneut versuchen',
    stored: 'Deine Zugangsdaten werden verschlüsselt gespeichert.',
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
    hint: 'Schließe die Anmeldung in dem geöffneten Fenster ab. Hier geht es danach von selbst weiter.',
    blockedTitle: 'Das Fenster wurde blockiert',
    blockedHint: (name) => `Dein Browser hat ${name} nicht von selbst geöffnet. Öffne es hier:`,
    abandonedTitle: 'Hast du das Fenster geschlossen?',
    abandonedHint: 'Es wurde noch nichts verbunden. Öffne es erneut, um fortzufahren.',
    openLink: (name) => `${name} öffnen`,
    openAgain: 'Fenster erneut öffnen',
    here: 'Stattdessen in diesem Fenster fortfahren',
    cancel: 'Abbrechen',
    resumed: 'Das Ergebnis wird abgefragt …',
  },
  done: {
    title: 'Verbunden',
    hint: (name) => `Dein ${name}-Konto ist verbunden.`,
    pendingTitle: 'Freigabe steht aus',
    pendingHint: (name) =>
      `Deine Anfrage ist bei ${name} eingegangen. Die Verbindung steht, sobald dort jemand aus der Verwaltung zustimmt.`,
    close: 'Fertig',
    canClose: 'Du kannst diese Seite jetzt schließen.',
    returning: (host) => `Du wirst zu ${host} zurückgebracht …`,
    goOn: 'Weiter',
  },
  problems: {
    credentialsRefused: {
      title: 'Diese Daten wurden nicht akzeptiert',
      hint: (name) => `${name} hat den Zugang damit abgelehnt. Prüfe sie auf Tippfehler und versuche es erneut.`,
    },
    validationFailed: {
      title: 'Dieses Konto kann nicht verbunden werden',
      hint: () => 'Die App, mit der du dich verbindest, nimmt dieses Konto nicht an. Versuche es mit einem anderen.',
    },
    denied: {
      title: 'Der Zugriff wurde nicht erlaubt',
      hint: (name) =>
        `Du oder ${name} hat abgelehnt. Es wurde nichts verbunden. Du kannst es jederzeit erneut versuchen.`,
    },
    providerRefused: {
      title: (name) => `${name} meldet ein Problem`,
      hint: () => 'Versuche es erneut. Hilft das nicht, wende dich an die Stelle, von der du hierher gekommen bist.',
    },
    providerDown: {
      title: (name) => `${name} ist nicht erreichbar`,
      hint: () => 'Prüfe die eingegebene Adresse oder versuche es gleich noch einmal.',
    },
    tokenFailed: {
      title: 'Die Anmeldung konnte nicht abgeschlossen werden',
      hint: (name) => `${name} hat dich angemeldet, aber keinen Zugriff übergeben. Versuche es erneut.`,
    },
    attemptExpired: {
      title: 'Die Anmeldung hat zu lange gedauert',
      hint: () => 'Zu deiner Sicherheit gilt eine Anmeldung einmal und für eine Stunde. Beginne neu.',
    },
    otherBrowser: {
      title: 'Die Anmeldung endete in einem anderen Browser',
      hint: () => 'Beginne und beende sie im selben Browser und erlaube Cookies für diese Seite.',
    },
    input: { title: 'Da stimmt noch etwas nicht', hint: () => 'Prüfe deine Eingaben und versuche es erneut.' },
    setup: {
      title: 'Diese App ist nicht richtig eingerichtet',
      hint: () =>
        'Hier kannst du nichts daran ändern. Wende dich an die Stelle, von der du hierher gekommen bist, und nenne den Code unten.',
    },
    notAllowed: {
      title: 'Diese App kann hier nicht verbunden werden',
      hint: () => 'Wähle eine andere App oder frage dort nach, wo du herkommst.',
    },
    limit: {
      title: 'Es können keine weiteren Konten verbunden werden',
      hint: () => 'Die Grenze ist erreicht. Wende dich an die Stelle, von der du hierher gekommen bist.',
    },
    busy: { title: 'Zu viele Versuche', hint: () => 'Warte eine Minute und versuche es dann erneut.' },
    network: {
      title: 'Keine Verbindung',
      hint: () => 'Wir sind nicht erreichbar. Prüfe deine Internetverbindung und versuche es erneut.',
    },
    sessionExpired: {
      title: 'Dieser Link ist abgelaufen',
      hint: () => 'Links gelten 30 Minuten. Gehe dorthin zurück, wo du hergekommen bist, und beginne neu.',
    },
    linkIncomplete: {
      title: 'Dieser Link ist unvollständig',
      hint: () => 'Öffne ihn dort erneut, wo du ihn bekommen hast. Hast du ihn kopiert, kopiere ihn ganz.',
    },
    nothingToConnect: {
      title: 'Es gibt noch nichts zu verbinden',
      hint: () => 'Es ist keine App eingerichtet. Wende dich an die Stelle, von der du hierher gekommen bist.',
    },
    unexpected: {
      title: 'Etwas ist schiefgegangen',
      hint: () => 'Versuche es erneut. Hilft das nicht, wende dich an die Stelle, von der du hierher gekommen bist.',
    },
  },
  fieldProblems: {
    required: (label) => `Pflichtfeld: ${label}.`,
    choice: () => 'Wähle einen der Werte.',
    hostname: () => 'Gib einen Hostnamen ein, zum Beispiel example.com.',
    uri: () => 'Gib eine Adresse ein, die mit https:// beginnt.',
    uuid: () => 'Gib eine Kennung ein wie 3f2b8c1e-6a54-4d0b-9c57-0e1f2a3b4c5d.',
    email: () => 'Gib eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
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
