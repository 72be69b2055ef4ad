import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { HostPage } from './host/host-page.js';
import { readPageSettings } from './page-settings.js';
import { chooseLanguage, loadDictionary } from './text/load-dictionary.js';
import { TextProvider } from './text/text-context.js';

const settings = readPageSettings(window.location.href);
const host = new HostPage(window);
const root = document.documentElement;
if (host.isEmbedded) root.dataset['embedded'] = '';
if (settings.theme === 'light' || settings.theme === 'dark') root.dataset['theme'] = settings.theme;

const { language, text } = await loadDictionary(chooseLanguage([settings.lang, ...navigator.languages]));
root.lang = language;
document.title = text.list.title;

const container = document.getElementById('root');
if (container) {
  createRoot(container).render(
    <TextProvider value={text}>
      <App settings={settings} host={host} language={language} />
    </TextProvider>,
  );
}
