<?php

namespace Vitrine\Statamic;

/**
 * The names of Statamic's events in requests to the shop window, and the property of each that has the saved item.
 *
 * These are the events that invalidate Statamic's own API cache, and others that change its responses (uploads,
 * localized terms, variables of globals). Users, groups, roles, form submissions and revisions are left out: no page
 * shows them, and submissions are confidential. Class names are strings, so that an event that does not exist in a
 * version of Statamic is ignored.
 */
final class EventTypes
{
    private const OF = [
        'AssetContainerDeleted' => ['asset_container.deleted', 'container'],
        'AssetContainerSaved' => ['asset_container.saved', 'container'],
        'AssetDeleted' => ['asset.deleted', 'asset'],
        'AssetFolderDeleted' => ['asset_folder.deleted', 'folder'],
        'AssetFolderSaved' => ['asset_folder.saved', 'folder'],
        'AssetReferencesUpdated' => ['asset.saved', 'asset'],
        'AssetReuploaded' => ['asset.saved', 'asset'],
        'AssetSaved' => ['asset.saved', 'asset'],
        'AssetUploaded' => ['asset.saved', 'asset'],
        'BlueprintDeleted' => ['blueprint.deleted', 'blueprint'],
        'BlueprintReset' => ['blueprint.saved', 'blueprint'],
        'BlueprintSaved' => ['blueprint.saved', 'blueprint'],
        'CollectionDeleted' => ['collection.deleted', 'collection'],
        'CollectionSaved' => ['collection.saved', 'collection'],
        'CollectionTreeDeleted' => ['tree.deleted', 'tree'],
        'CollectionTreeSaved' => ['tree.saved', 'tree'],
        'DuplicateIdRegenerated' => ['all', ''],
        'EntryDeleted' => ['entry.deleted', 'entry'],
        'EntrySaved' => ['entry.saved', 'entry'],
        'EntryScheduleReached' => ['entry.scheduled', 'entry'],
        'FieldsetDeleted' => ['fieldset.deleted', 'fieldset'],
        'FieldsetReset' => ['fieldset.saved', 'fieldset'],
        'FieldsetSaved' => ['fieldset.saved', 'fieldset'],
        'FormDeleted' => ['form.deleted', 'form'],
        'FormSaved' => ['form.saved', 'form'],
        'GlobalSetDeleted' => ['global.deleted', 'globals'],
        'GlobalSetSaved' => ['global.saved', 'globals'],
        'GlobalVariablesDeleted' => ['global.deleted', 'variables'],
        'GlobalVariablesSaved' => ['global.saved', 'variables'],
        'LocalizedTermDeleted' => ['term.deleted', 'term'],
        'LocalizedTermSaved' => ['term.saved', 'term'],
        'NavDeleted' => ['nav.deleted', 'nav'],
        'NavSaved' => ['nav.saved', 'nav'],
        'NavTreeDeleted' => ['nav.deleted', 'tree'],
        'NavTreeSaved' => ['nav.saved', 'tree'],
        'SiteDeleted' => ['site.deleted', 'site'],
        'SiteSaved' => ['site.saved', 'site'],
        'TaxonomyDeleted' => ['taxonomy.deleted', 'taxonomy'],
        'TaxonomySaved' => ['taxonomy.saved', 'taxonomy'],
        'TermDeleted' => ['term.deleted', 'term'],
        'TermReferencesUpdated' => ['term.saved', 'term'],
        'TermSaved' => ['term.saved', 'term'],
    ];

    /** The classes of the events that are sent. */
    public static function sent(): array
    {
        return self::classes(array_keys(self::OF));
    }

    /** The classes of the events before which the URL is read, since it is not available after them. */
    public static function before(): array
    {
        return self::classes(['EntrySaving', 'EntryDeleting']);
    }

    /** The kind of an event, and the property with its item; null for an event that is not sent. */
    public static function of(object $event): ?array
    {
        return self::OF[self::name($event)] ?? null;
    }

    /** The class name of an event, without its namespace. */
    public static function name(object $event): string
    {
        return substr(strrchr('\\'.$event::class, '\\'), 1);
    }

    private static function classes(array $names): array
    {
        return array_map(fn (string $name) => 'Statamic\\Events\\'.$name, $names);
    }
}
