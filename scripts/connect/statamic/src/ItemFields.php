<?php

namespace Vitrine\Statamic;

use Throwable;

/**
 * The fields sent for an entry, a term, an asset, …: its location, never its content.
 *
 * Values that are not available are left out, without an error: the shop window then reloads everything.
 */
final class ItemFields
{
    /** The fields and their methods, by the property of the event that has the item. */
    private const OF = [
        'asset' => ['id' => 'id'],
        'blueprint' => ['handle' => 'handle', 'namespace' => 'namespace'],
        'entry' => ['id' => 'id', 'site' => 'locale', 'collection' => 'collectionHandle'],
        'folder' => ['path' => 'path'],
        'term' => ['id' => 'id', 'site' => 'locale', 'taxonomy' => 'taxonomyHandle'],
        'tree' => ['handle' => 'handle', 'site' => 'locale'],
        'variables' => ['handle' => 'handle', 'site' => 'locale'],
    ];

    private const OTHERS = ['handle' => 'handle'];

    /** Its id or handle, its site, and its parent. */
    public static function of(string $property, ?object $subject): array
    {
        $facts = array_map(fn (string $method) => self::ask($subject, $method), self::OF[$property] ?? self::OTHERS);

        return array_filter($facts, fn (?string $fact) => $fact !== null);
    }

    /** Its URL on its site, if it has a page. */
    public static function uri(string $property, ?object $subject): ?string
    {
        return in_array($property, ['entry', 'term'], true) ? self::ask($subject, 'uri') : null;
    }

    private static function ask(?object $subject, string $method): ?string
    {
        try {
            // Terms delegate some methods to a localized term, which `method_exists` does not find.
            $value = is_callable([$subject, $method]) ? $subject->{$method}() : null;
        } catch (Throwable) {
            return null;
        }

        return is_int($value) || (is_string($value) && $value !== '') ? (string) $value : null;
    }
}
