import type { Provider, ProviderDefinition, ProviderTemplate } from '@svc/contracts';
import { loadBuiltinCatalogue } from './builtin-catalogue.js';
import { createSnapshot, type CatalogueSnapshot, type PreparedAnswer } from './catalogue-snapshot.js';
import { EnvironmentCatalogues, withCustom, type CustomProvider } from './environment-catalogues.js';
import type { CatalogueDefinitions } from './catalogue-definitions.js';
import type { CompiledCatalogue } from './compiled-catalogue.js';
import { formatProblem, type DefinitionProblem } from './definition-problem.js';
import { matchesTemplate, type FunctionTemplate, type TemplateReference } from './function-template.js';
import { FolderWatcher } from './folder-watcher.js';
import { OperatorDefinitions } from './operator-definitions.js';
import { resolveDefinition, type ResolvedDefinition } from './resolve-provider.js';

/** What the catalogue writes to the log. A pino logger fits. */
export interface CatalogueLogger {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Where the catalogue's definitions come from. */
export interface CatalogueOptions {
  /** Base address of logos, without a slash at the end. */
  readonly publicUrl: string;
  /** The operator's own definitions (`PROVIDERS_DIR`); they add to the gateway's or take their place. */
  readonly operatorFolder?: string | undefined;
  readonly logger: CatalogueLogger;
  /** Definitions to start from instead of those that come with the gateway. */
  readonly builtin?: CompiledCatalogue;
  /** How long the operator's folder must be quiet before it is read again. */
  readonly quietMs?: number;
}

interface CatalogueQuery {
  readonly search?: string | undefined;
  /** With those that this environment defined for itself. */
  readonly environmentId?: number | undefined;
}

/** Every provider that the gateway knows. Follows the operator's folder while it is open. */
export class ProviderCatalogue {
  private readonly listeners = new Set<() => void>();
  private readonly loggedProblems = new Set<string>();
  private watcher: FolderWatcher | undefined;
  private environments: EnvironmentCatalogues;

  private constructor(
    private readonly options: CatalogueOptions,
    private readonly builtin: CompiledCatalogue,
    private snapshot: CatalogueSnapshot,
  ) {
    this.environments = new EnvironmentCatalogues(snapshot, options.publicUrl, []);
  }

  /**
   * Loads the catalogue and starts to follow the operator's folder.
   *
   * @throws Error when the operator's folder cannot be read. A single broken file in it is only logged.
   */
  static async open(options: CatalogueOptions): Promise<ProviderCatalogue> {
    const builtin = options.builtin ?? (await loadBuiltinCatalogue());
    const definitions = new Map(Object.entries(builtin.definitions));
    const catalogue = new ProviderCatalogue(options, builtin, createSnapshot(definitions, options.publicUrl));
    if (options.operatorFolder) await catalogue.follow(options.operatorFolder, definitions);
    return catalogue;
  }

  /**
   * The provider with this name, or with this as one of its other names; one that the environment defined for itself before
   * all others. The object never changes.
   */
  get(name: string, environmentId?: number): Provider | undefined {
    return this.environments.find(environmentId, name) ?? this.snapshot.byName.get(name);
  }

  /** Whether the environment defined this provider for itself. */
  isCustom(name: string, environmentId: number): boolean {
    return this.environments.find(environmentId, name) !== undefined;
  }

  /** Providers by name; with `search` those whose name contains it, in any case. */
  list({ search, environmentId }: CatalogueQuery = {}): readonly Provider[] {
    const all = this.environments.sorted(environmentId) ?? this.snapshot.sorted;
    if (!search) return all;
    const needle = search.toLowerCase();
    return all.filter(({ name }) => name.toLowerCase().includes(needle));
  }

  /** Everything that environments defined for themselves; it takes the place of what was known before. */
  useCustom(custom: readonly CustomProvider[]): void {
    this.environments = new EnvironmentCatalogues(this.snapshot, this.options.publicUrl, custom);
  }

  /** A custom definition with what it takes over from the one that it is an alias of, or the reason why that fails. */
  resolveCustom(name: string, definition: ProviderDefinition): ResolvedDefinition {
    return resolveDefinition(name, withCustom(this.snapshot, name, definition));
  }

  /** Ready-made functions for a provider, actions first. Empty for a provider without any and for an unknown one. */
  templates(name: string): readonly ProviderTemplate[] {
    const templates = this.templatesOf(name).map(({ summary }) => summary);
    return templates.toSorted((a, b) => a.type.localeCompare(b.type) || a.name.localeCompare(b.name));
  }

  /** The templates of a provider that a reference means: several where it does not say the type, none for an unknown one. */
  findTemplates(name: string, reference: TemplateReference): readonly FunctionTemplate[] {
    return this.templatesOf(name).filter(matchesTemplate(reference));
  }

  private templatesOf(name: string): readonly FunctionTemplate[] {
    return this.builtin.templates[this.get(name)?.name ?? ''] ?? [];
  }

  /** Body of `GET /providers` without a search. */
  listAnswer(environmentId?: number): PreparedAnswer {
    return this.environments.listAnswer(environmentId) ?? this.snapshot.list;
  }

  /** Body of `GET /providers.json`: providers by name. */
  get mapAnswer(): PreparedAnswer {
    return this.snapshot.map;
  }

  /** Calls back after each change of the catalogue. Returns what ends that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Stops following the operator's folder. */
  async close(): Promise<void> {
    await this.watcher?.close();
    this.listeners.clear();
  }

  private async follow(folder: string, definitions: CatalogueDefinitions): Promise<void> {
    const operator = new OperatorDefinitions(folder, definitions);
    const reload = async (): Promise<void> => {
      const reading = await operator.read();
      this.logNew(reading.problems);
      this.snapshot = createSnapshot(reading.definitions, this.options.publicUrl);
      this.environments = this.environments.over(this.snapshot);
    };
    const onChange = async (): Promise<void> => {
      await reload();
      this.options.logger.info({ providers: this.snapshot.sorted.length }, 'The provider catalogue was read again');
      for (const listener of this.listeners) listener();
    };
    const onError = (error: Error): void => {
      this.options.logger.error(
        { folder, err: error },
        'The folder of provider definitions cannot be read; the last good definitions stay in use',
      );
    };
    try {
      // Watched before it is read, so that no change falls in between.
      this.watcher = new FolderWatcher(folder, onChange, onError, this.options.quietMs);
      await reload();
    } catch (cause) {
      await this.close();
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The folder of provider definitions (PROVIDERS_DIR) cannot be read: ${reason}`, { cause });
    }
  }

  /** Each problem once, until it goes away. */
  private logNew(problems: readonly DefinitionProblem[]): void {
    const lines = new Map(problems.map((problem) => [formatProblem(problem), problem]));
    for (const [line, problem] of lines) {
      if (this.loggedProblems.has(line)) continue;
      this.options.logger.error({ ...problem }, `A provider definition was not taken over: ${line}`);
    }
    this.loggedProblems.clear();
    for (const line of lines.keys()) this.loggedProblems.add(line);
  }
}
