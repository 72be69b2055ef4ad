import type { Dictionary } from './dictionary.js';

export const fr: Dictionary = {
  list: {
    title: 'Connecter un compte',
    hint: 'Choisissez l’application à connecter.',
    search: 'Rechercher une application',
    results: (count) => (count <= 1 ? `${count} application` : `${count} applications`),
    nothing: (query) => `Aucun résultat pour « ${query} »`,
    nothingHint: 'Vérifiez l’orthographe ou essayez un autre nom.',
    clear: 'Effacer la recherche',
  },
  connect: {
    title: (name) => `Connecter ${name}`,
    again: (name) => `Reconnecter ${name}`,
    hintForm: (name) => `Saisissez les informations de votre compte ${name}.`,
    hintRedirect: (name) =>
      `Vous vous identifiez chez ${name} et y choisissez ce que vous partagez. Une nouvelle fenêtre s’ouvre.`,
    hintPlain: (name) => `${name} ne demande aucun identifiant.`,
    submit: 'Connecter',
    open: (name) => `Continuer vers ${name}`,
    sending: 'Vérification…',
    retry: 'Réessayer',
    stored: 'Vos identifiants sont stockés sous forme chiffrée.',
    guide: 'Où trouver cette information ?',
    guideNewTab: 's’ouvre dans un nouvel onglet',
    optional: 'facultatif',
    choose: 'Choisir…',
    show: (field) => `Afficher : ${field}`,
    hide: (field) => `Masquer : ${field}`,
    example: (example) => `Par exemple ${example}`,
  },
  waiting: {
    title: (name) => `En attente de ${name}`,
    hint: 'Terminez l’identification dans la fenêtre ouverte. Cette page continue ensuite d’elle-même.',
    blockedTitle: 'La fenêtre a été bloquée',
    blockedHint: (name) => `Votre navigateur n’a pas laissé ${name} s’ouvrir. Ouvrez-le ici :`,
    abandonedTitle: 'Avez-vous fermé la fenêtre ?',
    abandonedHint: 'Rien n’a encore été connecté. Ouvrez-la de nouveau pour continuer.',
    openLink: (name) => `Ouvrir ${name}`,
    openAgain: 'Rouvrir la fenêtre',
    here: 'Continuer plutôt dans cette fenêtre',
    cancel: 'Annuler',
    resumed: 'Recherche du résultat…',
  },
  done: {
    title: 'Connecté',
    hint: (name) => `Votre compte ${name} est connecté.`,
    pendingTitle: 'En attente d’approbation',
    pendingHint: (name) =>
      `Votre demande est parvenue à ${name}. La connexion fonctionnera dès qu’un administrateur l’aura approuvée.`,
    close: 'Terminé',
    canClose: 'Vous pouvez maintenant fermer cette page.',
    returning: (host) => `Retour vers ${host}…`,
    goOn: 'Continuer',
  },
  problems: {
    credentialsRefused: {
      title: 'Ces informations n’ont pas été acceptées',
      hint: (name) => `${name} a refusé l’accès. Vérifiez la saisie, puis réessayez.`,
    },
    validationFailed: {
      title: 'Ce compte ne peut pas être connecté',
      hint: () => 'L’application à laquelle vous vous connectez n’accepte pas ce compte. Essayez-en un autre.',
    },
    denied: {
      title: 'L’accès n’a pas été accordé',
      hint: (name) => `Vous, ou ${name}, avez refusé. Rien n’a été connecté. Vous pouvez réessayer à tout moment.`,
    },
    providerRefused: {
      title: (name) => `${name} signale un problème`,
      hint: () => 'Réessayez. Si cela se reproduit, contactez les personnes qui vous ont envoyé ici.',
    },
    providerDown: {
      title: (name) => `${name} est injoignable`,
      hint: () => 'Vérifiez l’adresse saisie ou réessayez dans un instant.',
    },
    tokenFailed: {
      title: 'L’identification n’a pas pu aboutir',
      hint: (name) => `${name} vous a identifié mais n’a pas donné l’accès. Réessayez.`,
    },
    attemptExpired: {
      title: 'L’identification a pris trop de temps',
      hint: () => 'Pour votre sécurité, elle ne sert qu’une fois et pendant une heure. Recommencez.',
    },
    otherBrowser: {
      title: 'L’identification s’est terminée dans un autre navigateur',
      hint: () => 'Commencez et terminez dans le même navigateur, et autorisez les cookies de cette page.',
    },
    input: { title: 'Quelque chose ne va pas encore', hint: () => 'Vérifiez votre saisie et réessayez.' },
    setup: {
      title: 'Cette application est mal configurée',
      hint: () =>
        'Vous ne pouvez rien y faire ici. Contactez les personnes qui vous ont envoyé ici et donnez-leur le code ci-dessous.',
    },
    notAllowed: {
      title: 'Cette application ne peut pas être connectée ici',
      hint: () => 'Choisissez-en une autre ou demandez aux personnes qui vous ont envoyé ici.',
    },
    limit: {
      title: 'Aucun autre compte ne peut être connecté',
      hint: () => 'La limite est atteinte. Contactez les personnes qui vous ont envoyé ici.',
    },
    busy: { title: 'Trop de tentatives', hint: () => 'Attendez une minute, puis réessayez.' },
    network: {
      title: 'Pas de connexion',
      hint: () => 'Nous sommes injoignables. Vérifiez votre connexion Internet et réessayez.',
    },
    sessionExpired: {
      title: 'Ce lien a expiré',
      hint: () => 'Un lien est valable 30 minutes. Revenez d’où vous venez et recommencez.',
    },
    linkIncomplete: {
      title: 'Ce lien est incomplet',
      hint: () => 'Ouvrez-le de nouveau là où vous l’avez reçu. S’il a été copié, copiez-le en entier.',
    },
    nothingToConnect: {
      title: 'Il n’y a encore rien à connecter',
      hint: () => 'Aucune application n’est configurée. Contactez les personnes qui vous ont envoyé ici.',
    },
    unexpected: {
      title: 'Une erreur est survenue',
      hint: () => 'Réessayez. Si cela se reproduit, contactez les personnes qui vous ont envoyé ici.',
    },
  },
  fieldProblems: {
    required: (label) => `Champ obligatoire : ${label}.`,
    choice: () => 'Choisissez l’une des valeurs.',
    hostname: () => 'Saisissez un nom d’hôte, par exemple example.com.',
    uri: () => 'Saisissez une adresse qui commence par https://.',
    uuid: () => 'Saisissez un identifiant tel que 3f2b8c1e-6a54-4d0b-9c57-0e1f2a3b4c5d.',
    email: () => 'Saisissez une adresse e-mail, par exemple nom@example.com.',
    pattern: (label, example) =>
      example ? `Cela ne semble pas correct. Exemple attendu : ${example}.` : `Cela ne semble pas correct : ${label}.`,
    tooLong: () => 'C’est trop long.',
  },
  fields: {
    apiKey: 'Clé d’API',
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    clientId: 'Identifiant client',
    clientSecret: 'Secret client',
    clientCertificate: 'Certificat client',
    clientPrivateKey: 'Clé privée du certificat',
    tokenId: 'Identifiant du jeton',
    tokenSecret: 'Secret du jeton',
    organizationId: 'Identifiant de l’organisation',
    devKey: 'Clé de développeur',
    roleArn: 'ARN du rôle',
    region: 'Région',
    serverAddress: 'Adresse du serveur',
  },
  page: {
    loading: 'Chargement',
    back: 'Retour',
    close: 'Fermer',
    returnTo: (host) => `Retour à ${host}`,
    words: (name) => `Message de ${name}`,
    wordsAlone: 'Détails',
    code: 'Code',
    request: 'Requête',
    poweredBy: 'Fourni par Integration Gateway',
  },
};
